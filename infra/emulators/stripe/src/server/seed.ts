import * as json from '@outharbor/emulator-kit/json-reader';
import type { TaxRegistration } from '../billing/tax/automatic-tax.ts';
import { PLAIN_PRICE, PLAIN_RECURRENCE, type Price } from '../catalogue/price.ts';
import { PLAIN_PRODUCT, type Product } from '../catalogue/product.ts';
import type { Context } from '../kinds/context.ts';
import type { Loose } from '../kinds/store/kind-type.ts';
import type { Store } from '../kinds/store/store.ts';

const PRODUCT = { id: json.text, name: json.text, description: json.optional(json.anyText) };

const PRICE = {
  id: json.text,
  product: json.text,
  unitAmount: json.described("in the currency's smallest unit", json.integer(0)),
  currency: json.described('three letters; US dollars when absent', json.optional(json.text)),
  lookupKey: json.optional(json.text),
  recurring: json.described(
    'monthly when absent; null for a one-time price',
    json.optional(
      json.nullable(
        json.object({
          interval: json.oneOf(['day', 'week', 'month', 'year']),
          intervalCount: json.integer(1),
        }),
      ),
    ),
  ),
};

const TAX_REGISTRATION = {
  country: json.text,
  state: json.described('for the United States', json.optional(json.text)),
  type: json.described(
    'standard when absent; oss_union covers the whole European Union',
    json.optional(json.text),
  ),
};

export const SEED = {
  products: json.optional(json.list(json.object(PRODUCT))),
  prices: json.optional(json.list(json.object(PRICE))),
  taxRegistrations: json.described(
    'jurisdictions where the account collects taxes',
    json.optional(json.list(json.object(TAX_REGISTRATION))),
  ),
};

export const readSeed = json.object(SEED);

export interface ProductSeed extends json.ObjectOf<typeof PRODUCT> {}
export interface PriceSeed extends json.ObjectOf<typeof PRICE> {}
/** A jurisdiction where the account collects taxes from the start. */
interface TaxRegistrationSeed extends json.ObjectOf<typeof TAX_REGISTRATION> {}

export interface Seed {
  readonly products: readonly ProductSeed[];
  readonly prices: readonly PriceSeed[];
  /** Defaults to none. */
  readonly taxRegistrations?: readonly TaxRegistrationSeed[];
}

const DEFAULT_CURRENCY = 'usd';
const MONTHLY = { interval: 'month', intervalCount: 1 } as const;

export const EMPTY_SEED: Seed = { products: [], prices: [] };

/**
 * Adds what is missing. A product follows the seed until a call changes it. A price never changes its terms, as at Stripe:
 * for other terms a new one takes the lookup key over, unless a call has given that away. Lists show what is added in the
 * order of the seed. Throws a RangeError for a price of a product that does not exist.
 */
export function installSeed({ store, time }: Context, seed: Seed): void {
  const now = time.now();
  const added = new Set(seed.products.map(({ id }) => id));
  const stray = seed.prices.find(
    ({ product }) => !added.has(product) && store.products.get(product) === undefined,
  );
  if (stray !== undefined)
    throw new RangeError(
      `The price ${stray.id} is of the product ${stray.product}, which does not exist: add it to products`,
    );
  store.transact(() => {
    for (const { id, name, description = null } of seed.products.toReversed()) {
      installProduct(store, { ...PLAIN_PRODUCT, id, created: now, updated: now, name, description });
    }
    for (const price of seed.prices.toReversed()) installPrice(store, toPrice(price, now));
    for (const registration of (seed.taxRegistrations ?? []).map((given) => toRegistration(given, now))) {
      if (store.taxRegistrations.get(registration.id) === undefined) store.taxRegistrations.put(registration);
    }
  });
}

function installProduct({ products }: Store, { id, name, description, ...rest }: Loose<Product>): void {
  const known = products.get(id);
  const hidden = { seed: { name, description } };
  if (known === undefined) products.put({ ...rest, id, name, description, hidden });
  // A call has changed any other.
  else if (known.name === known.hidden?.seed.name && known.description === known.hidden.seed.description) {
    products.put({ ...known, name, description, hidden });
  }
}

function installPrice({ prices }: Store, price: Loose<Price>): void {
  const { id, lookup_key: key } = price;
  if (prices.get(id) === undefined && key === null) prices.put(price);
  if (key === null) return;
  const holders = [...prices.where('lookup_key', key)];
  const isSeeded = (one: Price) => one.id === id || one.id.startsWith(`${id}_`);
  if (holders.some((one) => !isSeeded(one) || termsOf(one) === termsOf(price))) return;
  if (holders.length === 0 && prices.get(id) !== undefined) return;
  for (const one of holders) prices.put({ ...one, lookup_key: null });
  let free = id;
  for (let next = 2; prices.get(free) !== undefined; next += 1) free = `${id}_${next}`;
  prices.put({ ...price, id: free });
}

const termsOf = ({ product, currency, unit_amount, recurring }: Loose<Price>): string =>
  [product, currency, unit_amount, recurring?.interval, recurring?.interval_count].join();

function toRegistration({ country, state, type }: TaxRegistrationSeed, now: number): TaxRegistration {
  const standard = state === undefined ? 'standard' : 'state_sales_tax';
  const own = { type: type ?? standard, ...(state !== undefined && { state }) };
  return {
    id: `taxreg_${country}${state ?? ''}`,
    created: now,
    country,
    state: state ?? null,
    type: own.type,
    active_from: now,
    expires_at: null,
    country_options: { [country.toLowerCase()]: own },
  };
}

function toPrice(seed: PriceSeed, now: number): Loose<Price> {
  const { interval, intervalCount: interval_count } = seed.recurring ?? MONTHLY;
  return {
    ...PLAIN_PRICE,
    id: seed.id,
    created: now,
    product: seed.product,
    currency: seed.currency ?? DEFAULT_CURRENCY,
    unit_amount: seed.unitAmount,
    lookup_key: seed.lookupKey ?? null,
    recurring: seed.recurring === null ? null : { ...PLAIN_RECURRENCE, interval, interval_count },
  };
}
