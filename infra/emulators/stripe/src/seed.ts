import { PLAN_CURRENCY, PLAN_INTERVAL, PLANS } from '@outharbor/contract/plans';
import type { Context } from './context.ts';
import type { Price, Product } from './state/catalogue-entities.ts';

export interface ProductSeed {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

export interface PriceSeed {
  readonly id: string;
  readonly product: string;
  /** In the smallest unit of the currency. */
  readonly unitAmount: number;
  readonly currency?: string;
  readonly lookupKey?: string;
  readonly recurring?: Price['recurring'];
}

export interface Seed {
  readonly products: readonly ProductSeed[];
  readonly prices: readonly PriceSeed[];
}

const MONTHLY = { interval: PLAN_INTERVAL, intervalCount: 1 } as const;

/** The account as the product expects it: each plan of the catalogue as a product with its monthly price. */
export const CATALOGUE_SEED: Seed = {
  products: PLANS.map((plan) => ({
    id: plan.productId,
    name: `${plan.title} plan`,
    description: `${plan.closings} successful closings a month`,
  })),
  prices: PLANS.map((plan) => ({
    id: `price_${plan.lookupKey.replace('_', '')}`,
    product: plan.productId,
    unitAmount: plan.price * 100,
    currency: PLAN_CURRENCY,
    lookupKey: plan.lookupKey,
    recurring: MONTHLY,
  })),
};

/** Adds what is not there yet; what is there stays as it was changed. */
export function plant({ store, time }: Context, seed: Seed): void {
  const now = time.now();
  store.transact(() => {
    for (const product of seed.products) {
      if (store.products.get(product.id) === undefined) store.products.put(productOf(product, now));
    }
    for (const price of seed.prices) {
      if (store.prices.get(price.id) === undefined) store.prices.put(priceOf(price, now));
    }
  });
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
    currency: seed.currency ?? PLAN_CURRENCY,
    unitAmount: seed.unitAmount,
    lookupKey: seed.lookupKey ?? null,
    nickname: null,
    recurring: seed.recurring === undefined ? MONTHLY : seed.recurring,
    metadata: {},
  };
}
