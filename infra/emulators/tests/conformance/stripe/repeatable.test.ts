import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { expect, it } from 'vitest';
import { CATALOGUE } from '../../support/stripe/catalogue.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import type { World } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';

async function inWorld<T>(repeatable: string, work: (world: World) => Promise<T>): Promise<T> {
  const publicUrl = 'https://shop.example';
  const emulator = await startStripeEmulator({ repeatable, publicUrl, seed: CATALOGUE });
  try {
    return await work({ emulator, stripe: createStripeClient(emulator) });
  } finally {
    await emulator.close();
  }
}

/** A paid subscription, a checkout and a month: what they show and the events about them. */
async function story(world: World): Promise<object> {
  const { emulator, stripe } = world;
  const items = [{ price: 'price_basicmonthly' }];
  const subscription = await stripe.subscriptions.create({ customer: await payer(world), items });
  const endpoint = await stripe.webhookEndpoints.create({ url: 'http://localhost:1', enabled_events: ['*'] });
  await stripe.webhookEndpoints.del(endpoint.id);
  await emulator.advanceTime({ months: 1, hours: 2 });
  return { subscription, endpoint, events: await stripe.events.list({ limit: 100 }) };
}

it('ids, secrets and times are the same from run to run, and again after a reset', async () => {
  const twice = async (world: World) => {
    const first = JSON.stringify(await story(world));
    await world.emulator.reset();
    expect(JSON.stringify(await story(world))).toBe(first);
    return first;
  };
  const [one, same, other] = [
    await inWorld('a', twice),
    await inWorld('a', twice),
    await inWorld('b', story),
  ];
  expect(same).toBe(one);
  expect(one).toContain('"created":1767225600');
  expect(JSON.stringify(other)).not.toBe(one);
});

it('new ids differ from those of a state that is loaded', async () => {
  const create = ({ stripe }: World) => stripe.customers.create();
  const [saved, { id }] = await inWorld('a', async (world) => {
    const state = await world.emulator.saveState();
    return [state, await create(world)] as const;
  });
  await inWorld('a', async (world) => {
    await world.emulator.loadState(saved);
    expect((await create(world)).id).not.toBe(id);
  });
});

it('the state of such an account is not kept', async () => {
  const options = { repeatable: 'a', dataDir: '/tmp/never' };
  await expect(startStripeEmulator(options)).rejects.toThrow(/cannot be used with dataDir/);
});
