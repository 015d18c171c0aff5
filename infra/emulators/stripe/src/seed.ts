import type { Context } from './context.ts';
import type { Price, Product } from './state/catalogue-entities.ts';
import type { TaxRegistration } from './state/tax-entities.ts';

export interface ProductSeed {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

export interface PriceSeed {
  readonly id: string;
  readonly product: string;
  /** In the currency's smallest unit. */
  readonly unitAmount: number;
  /** Defaults to US dollars. */
  readonly currency?: string;
  readonly lookupKey?: string;
  /** Defaults to monthly; null for a one-time price. */
  readonly recurring?: Price['recurring'];
}

/** A jurisdiction where the account collects taxes from the start. */
export interface TaxRegistrationSeed {
  readonly country: string;
  /** For the United States. */
  readonly state?: string;
  /** Defaults to `standard`; `oss_union` covers the whole European Union. */
  readonly type?: string;
}

export interface Seed {
  readonly products: readonly ProductSeed[];
  readonly prices: readonly PriceSeed[];
  /** Defaults to none. */
  readonly taxRegistrations?: readonly TaxRegistrationSeed[];
}

const DEFAULT_CURRENCY = 'usd';
const MONTHLY = { interval: 'month', intervalCount: 1 } as const;

export const EMPTY_SEED: Seed = { products: [], prices: [] };

/** Adds missing objects; existing ones are left unchanged. */
export function installSeed({ store, time }: Context, seed: Seed): void {
  const now = time.now();
  store.transact(() => {
    for (const product of seed.products) {
      if (store.products.get(product.id) === undefined) store.products.put(productOf(product, now));
    }
    for (const price of seed.prices) {
      if (store.prices.get(price.id) === undefined) store.prices.put(priceOf(price, now));
    }
    for (const registration of (seed.taxRegistrations ?? []).map((given) => registrationOf(given, now))) {
      if (store.taxRegistrations.get(registration.id) === undefined) store.taxRegistrations.put(registration);
    }
  });
}

function registrationOf({ country, state, type }: TaxRegistrationSeed, now: number): TaxRegistration {
  const standard = state === undefined ? 'standard' : 'state_sales_tax';
  const own = { type: type ?? standard, ...(state !== undefined && { state }) };
  return {
    id: `taxreg_${country}${state ?? ''}`,
    created: now,
    country,
    state: state ?? null,
    type: own.type,
    activeFrom: now,
    expiresAt: null,
    options: { [country.toLowerCase()]: own },
  };
}

function productOf({ id, name, description }: ProductSeed, now: number): Product {
  return {
    id,
    created: now,
    updated: now,
    name,
    description: description ?? null,
    active: true,
    images: [],
    url: null,
    statementDescriptor: null,
    unitLabel: null,
    defaultPrice: null,
    metadata: {},
  };
}

function priceOf(seed: PriceSeed, now: number): Price {
  return {
    id: seed.id,
    created: now,
    active: true,
    product: seed.product,
    currency: seed.currency ?? DEFAULT_CURRENCY,
    unitAmount: seed.unitAmount,
    lookupKey: seed.lookupKey ?? null,
    nickname: null,
    recurring: seed.recurring === undefined ? MONTHLY : seed.recurring,
    metadata: {},
  };
}
