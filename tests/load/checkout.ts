import { connectControl } from '@outharbor/stripe-emulator/control-client';
import type { Measurement } from '../../scripts/benchmark-report.ts';
import { arrivals, type CrowdResult, crowd, type Work } from './checkout/crowd.ts';
import { type StackProcess, startStackProcess } from './checkout/stack-process.ts';
import { type SignedIn, visitorAt } from './checkout/visitor.ts';

export const title = 'Sign-in, checkout and confirmation through the front door';

const SIZE = 32;
const SECONDS = 5;
/** Enough that nobody has two calls under way while people come at twice the capacity. */
const PEOPLE = 600;

/** The whole embedded stack on two cores: its capacity, and people who come at twice that rate. */
export async function measure(): Promise<Measurement[]> {
  const stack = await startStackProcess();
  try {
    const visitor = visitorAt(stack.url);
    const bookers = await register(visitor, 'booker', PEOPLE);
    const payers = await register(visitor, 'payer', SIZE * 2);
    const paid = await Promise.all(payers.map((person) => payOnce(stack, visitor, person)));
    const acts: readonly (readonly [string, Work])[] = [
      ['sign-ins', (person) => visitor.signIn(`payer-${person % payers.length}@example.com`)],
      ['confirmations', (person) => visitor.confirm(at(payers, person), at(paid, person))],
      ['checkout sessions', (person) => visitor.book(at(bookers, person))],
    ];
    const measurements: Measurement[] = [];
    for (const [name, act] of acts) {
      // Warms up.
      await crowd(SIZE, SECONDS, act);
      const capacity = await crowd(SIZE, SECONDS, act);
      const twice = await arrivals(capacity.perSecond * 2, SECONDS, act);
      measurements.push(...rows(`${name}, ${SIZE} people at once`, capacity));
      measurements.push(...rows(`${name}, twice as many coming`, twice));
    }
    return measurements;
  } finally {
    await stack.close();
  }
}

type Visitor = ReturnType<typeof visitorAt>;

async function payOnce(stack: StackProcess, visitor: Visitor, person: SignedIn): Promise<string> {
  const { sessionId } = await visitor.book(person);
  if (sessionId === undefined) throw new Error('no session');
  await connectControl(stack.stripeControlUrl).pay(sessionId, { card: '4242424242424242' });
  return sessionId;
}

async function register(visitor: Visitor, name: string, count: number): Promise<SignedIn[]> {
  const people: SignedIn[] = [];
  while (people.length < count) {
    const batch = Array.from({ length: Math.min(SIZE, count - people.length) }, (_, index) =>
      visitor.register(`${name}-${people.length + index}@example.com`),
    );
    people.push(...(await Promise.all(batch)));
  }
  return people;
}

function at<T>(all: readonly T[], index: number): T {
  const found = all[index % all.length];
  if (found === undefined) throw new Error(`nobody at ${index}`);
  return found;
}

function rows(who: string, result: CrowdResult): Measurement[] {
  const shares = `${percent(result.refused)} refused with Retry-After, ${percent(result.broken)} broken`;
  return [
    { name: who, value: Math.round(result.perSecond), unit: '/s', note: shares },
    { name: `${who}, p50`, value: Math.round(result.p50), unit: 'ms' },
    { name: `${who}, p99`, value: Math.round(result.p99), unit: 'ms' },
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
