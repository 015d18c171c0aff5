import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../bin/emulators.mjs', import.meta.url));

const client = new Client({ name: 'test', version: '1.0.0' });

beforeAll(() =>
  client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--no-warnings', COMMAND, 'stripe', 'identity', '--mcp', '--free-ports'],
    }),
  ),
);
afterAll(() => client.close());

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
  await call('advance_time', { service: 'stripe', days: 40 });
  const after = Date.parse((await call('clock', { service: 'stripe' })).value.now);
  expect(after - before).toBeGreaterThanOrEqual(40 * 86_400_000);
  await call('add_fault', { service: 'stripe', fault: { kind: 'error', path: '/v1/customers' } });
  expect((await call('faults', { service: 'stripe' })).value).toMatchObject([{ kind: 'error' }]);
});

it.each([
  ['an emulator that does not run', 'state', { service: 'database' }, 'database is not running.'],
  ['an operation that the emulator lacks', 'deliveries', { service: 'identity' }, 'no such operation'],
  ['an invalid fault', 'add_fault', { service: 'stripe', fault: { kind: 'nonsense' } }, 'answered 400'],
  ['an unknown emulator', 'reset', { service: 'paypal' }, 'Invalid'],
])('rejects %s', async (_what, tool, given, message) => {
  const { failed, value } = await call(tool, given);
  expect(failed).toBe(true);
  expect(value).toContain(message);
});
