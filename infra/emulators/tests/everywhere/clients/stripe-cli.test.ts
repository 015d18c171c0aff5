import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { startReceiver } from '../../support/stripe/webhook-receiver.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { stripeCommand } from '../../support/toolchains/stripe-cli.ts';
import { execute } from '../../support/toolchains/toolchain.ts';

const world = createWorld();
const { emulator, stripe } = world;
const folder = suiteFixture(temporaryFolder);

const command = (args: readonly string[]) =>
  stripeCommand(...args, '--api-base', emulator.url, '--api-key', emulator.secretKey);
const environment = () => ({ HOME: folder.path, XDG_CONFIG_HOME: folder.path });
const run = (...args: string[]) => execute(command(args), folder.path, environment());

/** Starts a command that stays until the test ends, and waits until it is ready. */
async function start(...args: string[]): Promise<() => string> {
  const [program, ...rest] = command(args);
  const child: ChildProcess = spawn(program, rest, { env: { ...process.env, ...environment() } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Ready!');
  return () => output;
}

async function forwardedTo(secret: string) {
  const receiver = await startReceiver(secret);
  onTestFinished(() => receiver.close());
  return receiver;
}

describe("Stripe's own command-line program", () => {
  it('forwards the events it asks for, signed with the secret that it prints, and sends one again', async () => {
    const secret = (await run('listen', '--print-secret')).trim();
    const receiver = await forwardedTo(secret);
    const output = await start('listen', '--forward-to', receiver.url, '--events', 'customer.created');
    expect(output()).toContain(secret);
    await run('trigger', 'price.created');
    await run('trigger', 'customer.created');
    await expect.poll(receiver.types).toEqual(['customer.created']);
    const [event] = receiver.receipts;
    await run('events', 'resend', String(event?.event.id));
    await expect.poll(receiver.types).toEqual(['customer.created', 'customer.created']);
    await expect.poll(output).toMatch(/<-- {2}\[200\] POST/);
    expect(receiver.faults).toEqual([]);
  });

  it('runs fixtures', async () => {
    const file = join(folder.path, 'fixture.json');
    const customer = { name: 'customer', path: '/v1/customers', method: 'post', params: { name: 'Ada' } };
    await writeFile(file, JSON.stringify({ _meta: { template_version: 0 }, fixtures: [customer] }));
    await run('fixtures', file);
    expect((await stripe.customers.list()).data).toMatchObject([{ name: 'Ada' }]);
  });
});
