import { recoverEvents } from '@outharbor/api/reconciler/recover-events';
import { walkAccounts } from '@outharbor/api/reconciler/walk-accounts';
import { walkSubscriptions } from '@outharbor/api/reconciler/walk-subscriptions';
import { round } from '../../infra/emulators/tests/support/figures.ts';
import type { Measurement } from '../../scripts/benchmark-report.ts';
import { sessionOf } from '../support/abuse/api-client.ts';
import { callsDuring } from '../support/abuse/counted-calls.ts';
import { instanceAt, startWorld, type World } from '../support/abuse/world.ts';

const USERS = 1000;
const SUBSCRIBERS = 10;
const STRIPE_MS = 150;
const DATABASE_MS = 40;
const IDENTITY_MS = 150;
const VISA = '4242424242424242';

export const title = `Recovery of ${USERS.toLocaleString('en')} users with ${SUBSCRIBERS} subscriptions (${STRIPE_MS} ms to Stripe, ${DATABASE_MS} ms to the database, ${IDENTITY_MS} ms to Firebase Auth)`;

/** Measures a hundredth of what docs/scaling.md computes, in time and calls; the proxies add the delays. */
export async function measure(): Promise<readonly Measurement[]> {
  const world = await startWorld();
  const { recovery } = instanceAt(world.instances, 0);
  const walk = async () => {
    await walkSubscriptions(recovery);
    await walkAccounts(recovery);
  };
  const events = () => recoverEvents(recovery, undefined, Date.now() / 1000);
  try {
    await populate(world);
    return [
      await cost(world, 'nightly walk, every plan missing', walk),
      await cost(world, 'nightly walk, everything consistent', walk),
      await cost(world, `events of ${SUBSCRIBERS} consistent purchases`, events),
    ];
  } finally {
    await world.close();
  }
}

/** Gives every user an account and a record; some have paid without a webhook or confirmation. */
async function populate(world: World): Promise<void> {
  const uids = Array.from({ length: USERS }, (_, index) => `u${index}`);
  for (const uid of uids) world.issuer.users.set(uid, { email: `${uid}@example.com` });
  const records = uids.map((uid) => [uid, { uid, email: `${uid}@example.com`, userName: uid }]);
  await world.overwrite('users', Object.fromEntries(records));
  for (const uid of uids.slice(0, SUBSCRIBERS)) {
    await world.stripe.pay(sessionOf(await world.user(uid).book(500)).id, { card: VISA });
  }
}

async function cost(world: World, name: string, work: () => Promise<unknown>): Promise<Measurement> {
  world.databaseProxy.delayMs = DATABASE_MS / 2;
  world.issuer.delayMs = IDENTITY_MS;
  world.stripeProxy.fault = () => ({ kind: 'slow', ms: STRIPE_MS });
  let value = 0;
  const { stripe, database, identity } = await callsDuring(world, async () => {
    const started = performance.now();
    await work();
    value = round(performance.now() - started, 0);
  });
  return {
    name,
    value,
    unit: 'ms',
    note: `calls: ${stripe} to Stripe, ${database} to the database, ${identity} to Firebase Auth`,
  };
}
