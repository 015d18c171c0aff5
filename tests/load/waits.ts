import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { median } from '../../infra/emulators/tests/support/figures.ts';
import type { Measurement } from '../../infra/emulators/tests/support/measurement.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld, type World } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

const STRIPE_MS = 150;
const DATABASE_MS = 40;
const TIMES = 5;

export const title = `Waits and calls of a purchase (${STRIPE_MS} ms to Stripe, ${DATABASE_MS} ms to the database)`;

/** Runs the API in this process; the proxies in front of Stripe and the database add the delays. */
export async function measure(): Promise<readonly Measurement[]> {
  const world = await startWorld();
  let calls = 0;
  try {
    requireSession(await world.user('warm').book(FIRST.price));
    world.databaseProxy.delayMs = DATABASE_MS / 2;
    world.stripeProxy.fault = ({ path }) => {
      if (path !== '/v1/prices') calls += 1;
      return { kind: 'slow', ms: STRIPE_MS };
    };
    const samples: Record<string, number>[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      calls = 0;
      samples.push({ ...(await purchase(world, `u${time}`)), calls });
    }
    const of = (name: string) => median(samples.map((sample) => sample[name] ?? 0));
    return [
      { name: 'Book by a new customer, until the URL of the hosted page', value: of('first'), unit: 'ms' },
      { name: 'Book again for the same plan', value: of('again'), unit: 'ms' },
      { name: 'Book by a known customer for another plan', value: of('known'), unit: 'ms' },
      { name: 'confirmation before any webhook', value: of('confirmed'), unit: 'ms' },
      {
        name: 'Stripe calls for all of this',
        value: of('calls'),
        unit: 'calls',
        note: 'two more bookings than a purchase needs',
      },
    ];
  } finally {
    await world.close();
  }
}

async function purchase(world: World, uid: string): Promise<Record<string, number>> {
  const user = world.user(uid);
  const [first] = await timed(() => user.book(FIRST.price));
  const [again] = await timed(() => user.book(FIRST.price));
  const [known, answer] = await timed(() => user.book(NEXT.price));
  const { id } = requireSession(answer);
  await world.stripe.pay(id, { card: VISA });
  const [confirmed] = await timed(() => user.confirm(id));
  await world.settle();
  return { first, again, known, confirmed };
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const result = await work();
  return [Math.round(performance.now() - started), result];
}
