import { connectControl } from '@outharbor/stripe-emulator/control-client';
import type { Measurement } from '../../scripts/benchmark-report.ts';
import { closedLoop, type LoadResult, openLoop, type Work } from './checkout/load-generator.ts';
import { type StackProcess, startStackProcess } from './checkout/stack-process.ts';
import { type SignedIn, visitorAt } from './checkout/visitor.ts';

export const title = 'Sign-in, checkout and confirmation through the front door';

const SIZE = 32;
const SECONDS = 5;
/** Enough that no user has two calls in flight at twice the capacity. */
const PEOPLE = 600;

/** Measures the capacity of the embedded stack on two cores, and its behaviour at twice that arrival rate. */
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
      // Warm-up.
      await closedLoop(SIZE, SECONDS, act);
      const capacity = await closedLoop(SIZE, SECONDS, act);
      const twice = await openLoop(capacity.perSecond * 2, SECONDS, act);
      measurements.push(...rows(`${name}, ${SIZE} concurrent users`, capacity));
      measurements.push(...rows(`${name}, arrivals at twice the capacity`, twice));
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
  if (found === undefined) throw new Error(`no element at ${index}`);
  return found;
}

function rows(name: string, result: LoadResult): Measurement[] {
  const shares = `${percent(result.rejected)} rejected with Retry-After, ${percent(result.failed)} failed`;
  return [
    { name, value: Math.round(result.perSecond), unit: '/s', note: shares },
    { name: `${name}, p50`, value: Math.round(result.p50), unit: 'ms' },
    { name: `${name}, p99`, value: Math.round(result.p99), unit: 'ms' },
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
