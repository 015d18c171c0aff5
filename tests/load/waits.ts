import type { Measurement } from '../../scripts/benchmark-report.ts';
import { sessionOf } from '../abuse/support/api-client.ts';
import { createWebhookCourier } from '../abuse/support/webhook-courier.ts';
import { instanceAt, startWorld, type World } from '../abuse/support/world.ts';
import { median, round } from './figures.ts';

const STRIPE_MS = 150;
const DATABASE_MS = 40;
const TIMES = 5;
const SUBSCRIBERS = 10;
const VISA = '4242424242424242';
const SLOW = { kind: 'slow', ms: STRIPE_MS } as const;

export const title = `Waits and calls of a purchase (${STRIPE_MS} ms to Stripe, ${DATABASE_MS} ms to the database)`;

/** The API in this process, with delays put in by the proxies in front of Stripe and the database. */
export async function measure(): Promise<readonly Measurement[]> {
  const world = await startWorld();
  let calls = 0;
  try {
    sessionOf(await world.user('warm').book(500));
    world.databaseProxy.delayMs = DATABASE_MS / 2;
    world.stripeProxy.fault = ({ path }) => {
      if (path !== '/v1/prices') calls += 1;
      return SLOW;
    };
    const samples: Record<string, number>[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      calls = 0;
      samples.push({ ...(await purchase(world, `u${time}`)), calls });
    }
    const of = (name: string) => median(samples.map((sample) => sample[name] ?? 0));
    return [
      { name: 'Book, a new customer, until the address of the hosted page', value: of('first'), unit: 'ms' },
      { name: 'the same, once more for the same plan', value: of('again'), unit: 'ms' },
      { name: 'the same, a known customer and another plan', value: of('known'), unit: 'ms' },
      { name: 'confirmation before any webhook', value: of('confirmed'), unit: 'ms' },
      {
        name: 'calls of Stripe for all of this',
        value: of('calls'),
        unit: 'calls',
        note: 'two bookings more than a purchase',
      },
      ...(await recovery(world)),
    ];
  } finally {
    await world.close();
  }
}

async function purchase(world: World, uid: string): Promise<Record<string, number>> {
  const user = world.user(uid);
  const [first] = await timed(() => user.book(500));
  const [again] = await timed(() => user.book(500));
  const [known, answer] = await timed(() => user.book(1000));
  const { id } = sessionOf(answer);
  await world.stripe.pay(id, { card: VISA });
  const [confirmed] = await timed(() => user.confirm(id));
  await createWebhookCourier(world, () => instanceAt(world.instances, 0).url).settle();
  return { first, again, known, confirmed };
}

/** Recovery of one in a hundred of 1,000 subscribers: when every plan is missing, and when all agree. */
async function recovery(world: World): Promise<Measurement[]> {
  const ids: string[] = [];
  world.stripeProxy.heal();
  for (let index = 0; index < SUBSCRIBERS; index += 1) {
    const { id } = sessionOf(await world.user(`s${index}`).book(500));
    await world.stripe.pay(id, { card: VISA });
    ids.push(id);
  }
  world.stripeProxy.fault = () => SLOW;
  const api = instanceAt(world.instances, 0);
  const [lost] = await timed(() => api.reconcile());
  const [agreed] = await timed(() => api.reconcile());
  return [
    { name: `events and walk, ${SUBSCRIBERS} plans to be granted`, value: lost, unit: 'ms' },
    { name: `events and walk, ${ids.length + TIMES} subscriptions that agree`, value: agreed, unit: 'ms' },
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const result = await work();
  return [round(performance.now() - started, 0), result];
}
