import { isObject, type JsonObject } from '../description/json.ts';
import type { Seed } from '../server/seed.ts';
import { startStripeEmulator } from '../stripe-emulator.ts';
import { differencesBetween } from './differences.ts';
import type { Exchange } from './exchange.ts';

interface Difference {
  /** Position of the exchange in the recording, from 0. */
  readonly exchange: number;
  readonly call: string;
  readonly version: string;
  /** The difference in words. */
  readonly difference: string;
}

export interface Comparison {
  readonly exchanges: number;
  /** Calls about objects that the recording did not create cannot be made. */
  readonly unreached: number;
  readonly differences: readonly Difference[];
}

const ID = /\b[a-z]{2,12}(?:_test|_live)?_[A-Za-z0-9]{8,}/g;

/** Makes the recorded calls again, of a new emulator, and compares the answers. */
export async function replay(recording: readonly Exchange[]): Promise<Comparison> {
  const emulator = await startStripeEmulator({ seed: collectSeed(recording) });
  // Recorded endpoints are an app's own.
  await emulator.planDeliveries({ hold: true });
  const ids = new Map<string, string>();
  const known = new Set(seededPrices(recording).flatMap(({ id, product }) => [String(id), String(product)]));
  const differences: Difference[] = [];
  let unreached = 0;
  try {
    for (const [index, exchange] of recording.entries()) {
      const target = renamed(decodeURI(exchange.path), ids);
      const form = renamed(exchange.form, ids);
      if (exchange.status < 400 && !isReachable(`${target} ${decodeURIComponent(form)}`, known)) {
        unreached += 1;
        continue;
      }
      const here = await call(emulator, { ...exchange, path: target, form });
      pair(exchange.answer, here.answer, ids);
      for (const id of idsIn(here.answer)) known.add(id);
      const found = differencesBetween(exchange, here);
      differences.push(...found.map((difference) => ({ ...toPlace(exchange, index), difference })));
    }
  } finally {
    await emulator.close();
  }
  return { exchanges: recording.length, unreached, differences };
}

function toPlace({ method, path, version }: Exchange, exchange: number) {
  const address = (path.split('?')[0] ?? '').replaceAll(ID, (id) => (OBJECT_ID.test(id) ? ':id' : id));
  return { exchange, call: `${method} ${address}`, version };
}

async function call(
  { secretKey, url }: { readonly secretKey: string; readonly url: string },
  { method, path, form, version }: Exchange,
): Promise<Pick<Exchange, 'answer' | 'status'>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      ...(version !== '' && { 'stripe-version': version }),
      ...(form !== '' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form !== '' && { body: form }),
  });
  const text = await response.text();
  return { status: response.status, answer: text.startsWith('{') ? JSON.parse(text) : null };
}

function renamed(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replaceAll(/[A-Za-z0-9_]{8,}/g, (id) => ids.get(id) ?? id);
}

/** Ready-made payment methods and tokens exist everywhere. */
function isReachable(text: string, known: ReadonlySet<string>): boolean {
  return Array.from(text.matchAll(ID), ([id]) => id).every(
    (id) => known.has(id) || /^(?:pm_card|tok)_/.test(id) || !OBJECT_ID.test(id),
  );
}

/** Prefixes of ids that Stripe chooses; other words with an underscore are parameters or the caller's own ids. */
const OBJECT_ID =
  /^(?:bpc|bps|ch|clock|cn|cs_test|cus|di|du|evt|feat|ii|il|in|mtr|pi|plink|pm|po|price|prod|promo|re|seti|shr|si|sub|sub_sched|txi|txn|txr|we)_/;

function* objectsIn(value: unknown): Generator<JsonObject> {
  if (Array.isArray(value)) for (const each of value) yield* objectsIn(each);
  else if (isObject(value)) {
    yield value;
    for (const part of Object.values(value)) yield* objectsIn(part);
  }
}

function* idsIn(answer: unknown): Generator<string> {
  for (const found of objectsIn(answer)) {
    for (const value of Object.values(found)) if (typeof value === 'string') yield value;
  }
}

/** Learns which id here stands for which recorded one. */
function pair(recorded: unknown, here: unknown, ids: Map<string, string>): void {
  if (typeof recorded === 'string' && typeof here === 'string') {
    if (recorded !== here && recorded.match(ID)?.[0] === recorded) ids.set(recorded, here);
    return;
  }
  if (Array.isArray(recorded) && Array.isArray(here)) {
    for (const [index, part] of recorded.entries()) pair(part, here[index], ids);
  } else if (isObject(recorded) && isObject(here)) {
    for (const [name, part] of Object.entries(recorded)) {
      pair(part, here[name], ids);
      // Stripe draws the ids of coupons without a prefix.
      if (name === 'id' && typeof part === 'string') ids.set(part, String(here[name]));
    }
  }
}

/** Prices, with their products, that the recording uses but does not create. */
function collectSeed(recording: readonly Exchange[]): Seed {
  const prices = seededPrices(recording);
  const products = new Set(prices.map(({ product }) => String(product)));
  return {
    products: [...products].map((id) => ({ id, name: 'Seeded' })),
    prices: prices.map((price) => ({
      id: String(price.id),
      product: String(price.product),
      unitAmount: typeof price.unit_amount === 'number' ? price.unit_amount : 0,
      currency: String(price.currency),
      recurring: isObject(price.recurring)
        ? {
            interval: price.recurring.interval as 'month',
            intervalCount: Number(price.recurring.interval_count),
          }
        : null,
    })),
  };
}

function seededPrices(recording: readonly Exchange[]): JsonObject[] {
  const created = new Set(
    recording
      .filter(({ method, path }) => method === 'POST' && path === '/v1/prices')
      .map(({ answer }) => answer?.id),
  );
  const prices = new Map<unknown, JsonObject>();
  for (const found of objectsIn(recording.map(({ answer }) => answer))) {
    const isWhole = found.object === 'price' && typeof found.product === 'string';
    if (isWhole && !created.has(found.id)) prices.set(found.id, found);
  }
  return [...prices.values()];
}
