import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it } from 'vitest';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testFolder } from '../../support/test-folder.ts';

const COMMAND = fileURLToPath(new URL('../../../all/bin/emulators.mjs', import.meta.url));

const files = suiteFixture(temporaryFolder);
const client = suiteFixture(() =>
  connect('stripe', 'identity', 'scheduling', '--free-ports', '--files', files.path),
);

async function connect(...options: readonly string[]): Promise<Client> {
  const started = new Client({ name: 'test', version: '1.0.0' });
  const args = ['--no-warnings', COMMAND, '--mcp', ...options];
  await started.connect(new StdioClientTransport({ command: process.execPath, args }));
  return started;
}

async function call(name: string, given: object = {}) {
  const { content, isError } = await client.callTool({ name, arguments: { ...given } });
  const [{ text }] = content as [{ readonly text: string }];
  return { failed: isError === true, value: isError ? text : JSON.parse(text) };
}

it('lists its tools with their arguments', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['addresses', 'state', 'seed', 'advance_time', 'add_fault', 'pay_checkout']),
  );
  expect(tools.find(({ name }) => name === 'seed')?.inputSchema.required).toEqual(['service', 'seed']);
});

it('seeds, reads and resets an emulator that also answers its SDK', async () => {
  const seed = { products: [{ id: 'prod_mcp', name: 'A book' }], prices: [] };
  expect(await call('seed', { service: 'stripe', seed })).toEqual({ failed: false, value: 'done' });
  expect(JSON.stringify((await call('state', { service: 'stripe' })).value)).toContain('prod_mcp');
  const { stripe } = (await call('addresses')).value;
  const response = await fetch(`${stripe.url}/v1/products/prod_mcp`, {
    headers: { authorization: `Bearer ${stripe.secretKey}` },
  });
  expect(await response.json()).toMatchObject({ name: 'A book' });
  await call('reset', { service: 'stripe' });
  expect(JSON.stringify((await call('state', { service: 'stripe' })).value)).not.toContain('prod_mcp');
});

it('moves the clock and makes calls fail', async () => {
  const before = Date.parse((await call('clock', { service: 'stripe' })).value.now);
  const { now } = (await call('advance_time', { service: 'stripe', months: 1, days: 10 })).value;
  expect(Date.parse(now) - before).toBeGreaterThanOrEqual(38 * 86_400_000);
  await call('add_fault', { service: 'stripe', fault: { kind: 'error', path: '/v1/customers' } });
  expect((await call('faults', { service: 'stripe' })).value).toMatchObject([{ kind: 'error' }]);
});

it('adds people, finds and reads them, lets things happen to them, and brings the state back', async () => {
  const products = [{ id: 'prod_plan', name: 'Plan' }];
  const prices = [{ id: 'price_plan', product: 'prod_plan', unitAmount: 900 }];
  await call('reset', { service: 'stripe' });
  await call('seed', { service: 'stripe', seed: { products, prices } });
  const people = [{ email: 'ann@example.com', name: 'Ann', situation: 'subscribed' }];
  expect((await call('add_people', { people })).value).toBe('Added: 1 person.');
  const [found] = (await call('search', { text: 'ann@example.com' })).value;
  expect(found).toMatchObject({ area: 'people', title: 'Ann' });
  const file = 'state.json';
  expect((await call('save_state', { file })).value).toMatchObject({ accounts: 1, subscriptions: 1 });

  const cards = (await call('scenarios', { person: 'ann@example.com' })).value;
  expect(cards.map(({ id }: { readonly id: string }) => id)).toContain('past-due');
  await call('start_scenario', { scenario: 'past-due', person: 'ann@example.com' });
  expect((await call('list', { area: 'people', filter: 'past_due' })).value.total).toBe(1);
  expect((await call('read', { area: 'people', id: found.id })).value).toMatchObject({
    person: { state: 'past_due' },
    steps: expect.arrayContaining([expect.objectContaining({ title: 'Payment failed', tone: 'bad' })]),
  });
  await call('load_state', { file });
  expect((await call('list', { area: 'people', filter: 'active' })).value.total).toBe(1);
});

it('says which tools only read and which destroy', async () => {
  const { tools } = await client.listTools();
  const hints = (name: string) => tools.find((each) => each.name === name)?.annotations;
  expect(hints('search')).toEqual({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
  expect(hints('reset')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(hints('add_people')).toMatchObject({ readOnlyHint: false, destructiveHint: false });
});

it('keeps to the folder of saved states, and quotes no file', async () => {
  await writeFile(join(files.path, 'notes.txt'), 'root:x:0:0');
  await symlink('/etc/hosts', join(files.path, 'link.json'));
  for (const file of ['../out.json', '/tmp/out.json', 'new/out.json', '.hidden']) {
    expect(await call('save_state', { file })).toMatchObject({ failed: true });
    expect(await call('load_state', { file })).toMatchObject({ failed: true });
  }
  expect((await call('save_state', { file: 'link.json' })).value).toContain('leads out of the folder');
  expect((await call('load_state', { file: 'notes.txt' })).value).toBe('notes.txt is missing, or no JSON.');
});

it('cuts a long state, and says how much it left off', async () => {
  const seed = { products: Array.from({ length: 5 }, (_, index) => ({ id: `prod_${index}`, name: 'Many' })) };
  await call('seed', { service: 'stripe', seed });
  const { products } = (await call('state', { service: 'stripe', limit: 2 })).value;
  expect(products.slice(1)).toMatchObject([{ id: 'prod_1' }, { id: 'prod_0' }]);
  expect(products[0].left_off).toBeGreaterThanOrEqual(3);
});

it('registers nobody while there is no price for those who pay', async () => {
  await call('reset', { service: 'stripe' });
  const people = [{ email: 'eve@example.com', situation: 'past_due' }];
  expect((await call('add_people', { people })).value).toContain('add a product and a price first');
  expect((await call('search', { text: 'eve@example.com' })).value).toEqual([]);
});

it('offers each tool only the emulators that have its operation', async () => {
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    const { service } = (inputSchema.properties ?? {}) as { service?: { readonly enum: readonly string[] } };
    for (const each of service?.enum ?? []) {
      const { value } = await call(name, { service: each, seed: {}, fault: {} });
      expect(String(value), `${name} of ${each}`).not.toContain('no such operation');
    }
  }
});

it('starts a scenario of the stack and ends all', async () => {
  const [{ id }] = (await call('scenarios')).value;
  expect((await call('start_scenario', { scenario: id, minutes: 5 })).value).toContain('for 5 min');
  expect((await call('faults', { service: 'stripe' })).value).not.toEqual([]);
  await call('end_scenarios');
  expect((await call('faults', { service: 'stripe' })).value).toEqual([]);
});

it('pays a checkout, and takes faults away again', async () => {
  const { stripe } = (await call('addresses')).value;
  const line = 'line_items[0][price_data]';
  const response = await fetch(`${stripe.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.secretKey}` },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://localhost/thanks',
      'line_items[0][quantity]': '1',
      [`${line}[currency]`]: 'eur',
      [`${line}[unit_amount]`]: '900',
      [`${line}[product_data][name]`]: 'Tea',
    }),
  });
  const { id: session } = (await response.json()) as { readonly id: string };
  const paid = await call('pay_checkout', { session, card: 'visa', email: 'ada@example.com', name: 'Ada' });
  expect(paid.failed).toBe(false);
  expect((await call('settle', { service: 'stripe' })).value).toBe('done');
  expect((await call('deliveries', { service: 'stripe' })).value).toEqual([]);
  await call('add_fault', { service: 'scheduling', fault: { target: 'bookings', mode: 'fail' } });
  await call('clear_faults', { service: 'scheduling' });
  expect((await call('faults', { service: 'scheduling' })).value).toEqual([]);
});

it('saves the state when the program that started it is gone', async () => {
  const folder = await testFolder();
  const file = join(folder, 'saved', 'state.json');
  const other = await connect('scheduling', '--free-ports', '--save', file);
  await other.close();
  await expect.poll(() => existsSync(file)).toBe(true);
});

it('uses a running stack through its console, which only programs of this machine reach', async () => {
  const at = (await call('addresses')).value.console.url;
  const beside = await connect('--at', at, '--files', files.path);
  const ask = async (name: string, given: object) => {
    const { content } = await beside.callTool({ name, arguments: { ...given } });
    return (content as [{ readonly text: string }])[0].text;
  };
  try {
    expect(await ask('act', { name: 'reset' })).toBe('"Everything was reset."');
    await ask('add_people', { people: [{ email: 'kim@example.com' }] });
    expect((await call('search', { text: 'kim@example.com' })).value).toMatchObject([{ area: 'people' }]);
    expect(await ask('read', { area: 'people', id: 'kim@example.com' })).toContain('"Registered"');
    expect(await ask('act', { name: 'advance', body: { days: -1, months: 0 } })).toContain('answered 400');
  } finally {
    await beside.close();
  }
  const elsewhere = spawnSync(process.execPath, [COMMAND, '--mcp', '--at', 'http://example.com']);
  expect([elsewhere.status, String(elsewhere.stderr)]).toEqual([
    2,
    expect.stringContaining('on this machine'),
  ]);
});

it.each([
  ['an emulator that does not run', 'state', { service: 'database' }, 'database is not running.'],
  [
    'an operation that the emulator lacks',
    'deliveries',
    { service: 'identity' },
    'service must be one of stripe, scheduling',
  ],
  [
    'minutes without end',
    'start_scenario',
    { scenario: 'stripe-down', minutes: 100_000_000 },
    'from 1 to 1440',
  ],
  ['a scenario that is a situation', 'start_scenario', { scenario: 'past_due' }, 'past_due'],
  ['an invalid fault', 'add_fault', { service: 'stripe', fault: { kind: 'nonsense' } }, 'answered 400'],
  ['an unknown person', 'scenarios', { person: 'nobody@example.com' }, 'answered 404'],
  [
    'an unknown situation',
    'add_people',
    { people: [{ email: 'a@b.c', situation: 'rich' }] },
    'must be one of',
  ],
  ['an unknown emulator', 'reset', { service: 'paypal' }, 'service must be one of'],
])('rejects %s', async (_what, tool, given, message) => {
  const { failed, value } = await call(tool, given);
  expect(failed).toBe(true);
  expect(value).toContain(message);
});
