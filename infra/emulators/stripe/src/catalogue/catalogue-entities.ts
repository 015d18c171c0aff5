import type Stripe from 'stripe';
import type { Labelled } from '../kinds/store/entity.ts';
import { type Held, type Kept, plain } from '../kinds/store/kind-type.ts';

export interface Product extends Held, Labelled, Omit<Kept<Stripe.Product>, keyof Labelled> {}

export const PLAIN_PRODUCT = plain<Product>()('product', {
  active: true,
  metadata: {},
  images: [],
  marketing_features: [],
  tax_details: null,
  type: 'service',
});

export type { Metadata } from '../kinds/store/entity.ts';

export type Recurrence = NonNullable<Kept<Stripe.Price>['recurring']>;

/** How long a period is. */
export type Period = Pick<Recurrence, 'interval' | 'interval_count'>;

/** Of amounts, it has one: the whole or the one with a fraction; none is no amount. */
export interface Tier extends Partial<AmountOf<'flat_amount'>>, Partial<AmountOf<'unit_amount'>> {
  /** The last unit of the tier; null for the last tier. */
  readonly up_to: number | null;
}

type AmountOf<N extends 'flat_amount' | 'unit_amount'> = {
  readonly [K in N]: number | null;
} & { readonly [K in `${N}_decimal`]: string | null };

type Computed = 'billing_scheme' | 'currency_options' | 'tiers' | 'type' | 'unit_amount_decimal';

/** Its amount is in the currency's smallest unit. */
export interface Price extends Held, Labelled, Omit<Kept<Stripe.Price, Computed>, keyof Labelled> {
  /** Set instead of the amount if that has a fraction. */
  readonly unit_amount_decimal?: string;
  /** Shown on request only. */
  readonly tiers?: readonly Tier[];
  readonly hidden?: {
    /** Set if it was deleted as a plan; subscriptions keep it. */
    readonly deleted?: true;
    /** Set if usage is recorded for the subscription's item, as before basil. */
    readonly aggregate_usage?: 'last_during_period' | 'last_ever' | 'max' | 'sum';
  };
}

export const PLAIN_PRICE = plain<Price>()('price', {
  active: true,
  metadata: {},
  tax_behavior: 'unspecified',
});

export const PLAIN_RECURRENCE = {
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
} as const;
