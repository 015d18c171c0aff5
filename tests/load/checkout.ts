import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { type CrowdResult, crowd } from './checkout/crowd.ts';
import { type SignedIn, visitorAt } from './checkout/visitor.ts';
import type { Measurement } from './database/measurement.ts';

export const title = 'Sign-in, checkout and confirmation through the front door';

const SIZE = 16;
const SECONDS = 4;

/** The whole embedded stack, real SDKs and all, with people at once and with twice as many. */
export async function measure(): Promise<Measurement[]> {
  const stack = await startEmbeddedStack({
    logLevel: 'warn',
    apiEnvironment: { RATE_LIMIT_PER_MINUTE: '9999999', RECONCILE_INTERVAL_SECONDS: '0' },
  });
  try {
    const visitor = visitorAt(stack.url);
    const people = await Promise.all(
      Array.from({ length: SIZE * 2 }, (_, index) => visitor.register(`load-${index}@example.com`)),
    );
    const paid = await Promise.all(people.map((person) => payOnce(stack, visitor, person)));
    const acts: readonly (readonly [string, (person: number) => Promise<number>])[] = [
      ['sign-ins', (person) => visitor.signIn(`load-${person}@example.com`)],
      ['confirmations', (person) => visitor.confirm(at(people, person), at(paid, person))],
      ['checkout sessions', bookersOf(visitor, await newcomers(visitor))],
    ];
    const measurements: Measurement[] = [];
    for (const [name, act] of acts) {
      measurements.push(...rows(name, SIZE, await crowd(SIZE, SECONDS, act)));
      measurements.push(...rows(name, SIZE * 2, await crowd(SIZE * 2, SECONDS, act)));
    }
    return measurements;
  } finally {
    await stack.close();
  }
}

type Visitor = ReturnType<typeof visitorAt>;
type Stack = Awaited<ReturnType<typeof startEmbeddedStack>>;

async function payOnce({ stripe }: Stack, visitor: Visitor, person: SignedIn): Promise<string> {
  const { sessionId } = await visitor.book(person);
  if (sessionId === undefined) throw new Error('no session');
  await stripe.pay(sessionId, { card: '4242424242424242' });
  return sessionId;
}

function newcomers(visitor: Visitor): Promise<SignedIn[]> {
  return Promise.all(
    Array.from({ length: SIZE * 2 }, (_, index) => visitor.register(`booker-${index}@example.com`)),
  );
}

const bookersOf = (visitor: Visitor, people: readonly SignedIn[]) => async (person: number) =>
  (await visitor.book(at(people, person))).status;

function at<T>(all: readonly T[], index: number): T {
  const found = all[index];
  if (found === undefined) throw new Error(`nobody at ${index}`);
  return found;
}

function rows(name: string, size: number, result: CrowdResult): Measurement[] {
  const who = `${name}, ${size} people at once`;
  const shares = `${percent(result.refused)} refused, ${percent(result.broken)} broken`;
  return [
    { name: who, value: Math.round(result.perSecond), unit: '/s', note: shares },
    { name: `${who}, p50`, value: Math.round(result.p50), unit: 'ms' },
    { name: `${who}, p99`, value: Math.round(result.p99), unit: 'ms' },
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
