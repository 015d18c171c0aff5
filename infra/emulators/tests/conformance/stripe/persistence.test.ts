import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Seed, startStripeEmulator } from '@outharbor/stripe-emulator';
import { connectControl, namespaceKey } from '@outharbor/stripe-emulator/control-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServerCommand, startServerCommand } from '../../support/server-command.ts';
import { CATALOGUE } from '../../support/stripe/catalogue.ts';
import { createSession, subscribe } from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { startReceiver } from '../../support/stripe/webhook-receiver.ts';
import { testFolder } from '../../support/test-folder.ts';

const SEED_FILE = fileURLToPath(import.meta.resolve('@outharbor/embedded/product/stripe-catalogue'));
const COMMAND = fileURLToPath(import.meta.resolve('@outharbor/stripe-emulator/command-line'));
const portOptions = ({ url }: ServerCommand) => ({ port: Number(new URL(url).port) });

describe('state on disk', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await testFolder();
  });

  const journal = () => join(dataDir, 'stripe.jsonl');

  /** Runs `use` with an emulator on the data folder, and returns its result. */
  async function run<T>(
    use: (world: Awaited<ReturnType<typeof open>>) => Promise<T>,
    seed: Seed = CATALOGUE,
  ): Promise<T> {
    const world = await open(seed);
    try {
      return await use(world);
    } finally {
      await world.emulator.close();
    }
  }

  async function open(seed: Seed) {
    const emulator = await startStripeEmulator({
      dataDir,
      publicUrl: 'http://localhost:8080',
      seed,
    });
    return { emulator, stripe: createStripeClient(emulator) };
  }

  it('sells what a changed seed says, and keeps what was sold and what a call has changed', async () => {
    const { subscription } = await run((world) => subscribe(world));
    const changed = {
      products: CATALOGUE.products.map((product) => ({ ...product, name: `New ${product.name}` })),
      prices: CATALOGUE.prices.map((price) => ({ ...price, unitAmount: price.unitAmount + 100 })),
    };
    await run(({ stripe }) => stripe.products.update('outharbor_basic', { name: 'Own' }));
    for (const _restart of ['first', 'second']) {
      await run(async ({ stripe }) => {
        const keys = changed.prices.map(({ lookupKey }) => lookupKey);
        const { data } = await stripe.prices.list({ lookup_keys: keys, active: true });
        expect(data.map((price) => price.unit_amount).toSorted()).toEqual([100_100, 150_000, 50_100]);
        expect((await stripe.prices.list()).data).toHaveLength(6);
        expect(await stripe.products.retrieve('outharbor_basic')).toMatchObject({ name: 'Own' });
        expect(await stripe.products.retrieve('outharbor_pro')).toMatchObject({ name: 'New Popular plan' });
        const { items } = await stripe.subscriptions.retrieve(subscription);
        expect(items.data[0]?.price).toMatchObject({ unit_amount: 100_000 });
      }, changed);
    }
  });

  it('is restored with its clock and its idempotency keys', async () => {
    const key = { idempotencyKey: 'kept' };
    const before = await run(async (world) => {
      await subscribe(world);
      await world.emulator.advanceTime({ days: 3 });
      const { id } = await world.stripe.customers.create({ name: 'Ada' }, key);
      return { state: await world.emulator.state(), id };
    });
    const after = await run(async (world) => ({
      state: await world.emulator.state(),
      id: (await world.stripe.customers.create({ name: 'Ada' }, key)).id,
    }));
    const { now, ...state } = after.state;
    expect(now).toBeGreaterThanOrEqual(before.state.now);
    expect({ now: before.state.now, ...state }).toEqual(before.state);
    expect(after.id).toBe(before.id);
  });

  it('includes overdue work and pending deliveries, which continue after a restart', async () => {
    const receiver = await startReceiver();
    const id = await run(async (world) => {
      await world.emulator.configure({ webhookEndpoints: [receiver] });
      await world.emulator.planDeliveries({ hold: false, delayMs: 3_600_000 });
      const session = await createSession(world.stripe);
      await world.stripe.customers.create();
      return session.id;
    });
    await run(async (world) => {
      await world.emulator.configure({ webhookEndpoints: [receiver] });
      await world.emulator.settle();
      expect(receiver.types()).toEqual(['customer.created']);
      await world.emulator.advanceTime({ days: 1, seconds: 1 });
      expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
    });
    await receiver.close();
  });

  it('omits an incomplete transaction and keeps those before it', async () => {
    const id = await run(async ({ stripe }) => (await stripe.customers.create({ name: 'Ada' })).id);
    await appendFile(journal(), '[["customers","cus_half",{"id":"cus_ha');
    await run(async ({ stripe }) => {
      expect((await stripe.customers.list()).data.map((customer) => customer.id)).toEqual([id]);
      await stripe.customers.create({ name: 'Eve' });
    });
    await run(async ({ stripe }) => expect((await stripe.customers.list()).data).toHaveLength(2));
  });

  it('omits namespaces', async () => {
    const key = namespaceKey('sk_test_emulated', 'worker');
    const customers = () =>
      run(async ({ emulator }) => {
        const { data } = await createStripeClient(emulator, {}, key).customers.list();
        await createStripeClient(emulator, {}, key).customers.create({ name: 'In a namespace' });
        return data;
      });
    expect(await customers()).toEqual([]);
    expect(await customers()).toEqual([]);
    for (const file of await readdir(dataDir, { recursive: true })) {
      expect(await readFile(join(dataDir, file), 'utf8')).not.toContain('In a namespace');
    }
  });

  it('is empty after a reset', async () => {
    await run(async (world) => {
      await subscribe(world);
      await world.emulator.reset();
    });
    expect(await readFile(journal(), 'utf8')).not.toContain('cus_');
    await run(async ({ stripe }) => expect((await stripe.prices.list()).data).toHaveLength(3));
  });

  describe('of a separate process', () => {
    const processes: ServerCommand[] = [];
    afterEach(() => Promise.all(processes.splice(0).map((each) => each.end('SIGKILL'))));

    async function start(): Promise<ServerCommand> {
      const started = await startServerCommand(COMMAND, {
        SEED_FILE,
        PORT: '0',
        CONTROL_PORT: '0',
        DATA_DIR: dataDir,
        STRIPE_SECRET_KEY: 'sk_test_emulated',
      });
      processes.push(started);
      return started;
    }

    it('survives SIGKILL, and SIGTERM exits cleanly', async () => {
      const first = await start();
      const stripe = createStripeClient(portOptions(first));
      const { id } = await createSession(stripe);
      const paid = await connectControl(first.controlUrl).pay(id, { card: 'visa' });
      await first.end('SIGKILL');
      const second = await start();
      const session = await createStripeClient(portOptions(second)).checkout.sessions.retrieve(id);
      expect(session).toMatchObject({ status: 'complete', subscription: paid.session.subscription });
      expect(await fetch(`${second.controlUrl}/_emulator/health`).then(({ status }) => status)).toBe(200);
      expect(await second.end('SIGTERM')).toBe(0);
    });

    it('is not created with an invalid setting, which is reported in one line', async () => {
      const wrong = startServerCommand(COMMAND, { PORT: 'eighty' });
      await expect(wrong).rejects.toThrow(
        /^ended with 1: stripe emulator: PORT must be an integer from 0 to 65535, not "eighty"$/,
      );
    });
  });
});
