import type Stripe from 'stripe';
import type { Price } from '../state/catalogue-entities.ts';
import { decimal } from './decimal.ts';

export function priceWire(price: Price): Stripe.Price {
  return {
    id: price.id,
    object: 'price',
    active: price.active,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    recurring: recurringWire(price),
    tax_behavior: price.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: price.recurring === null ? 'one_time' : 'recurring',
    unit_amount: price.unitAmount,
    unit_amount_decimal: decimal(price.unitAmount),
  };
}

function recurringWire({ recurring }: Price): Stripe.Price.Recurring | null {
  if (recurring === null) return null;
  return {
    interval: recurring.interval,
    interval_count: recurring.intervalCount,
    meter: null,
    trial_period_days: recurring.trialPeriodDays ?? null,
    usage_type: 'licensed',
  };
}

/** The older form of a recurring price, which subscription items still include. */
export function planWire(price: Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unitAmount,
    amount_decimal: decimal(price.unitAmount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.intervalCount ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trialPeriodDays ?? null,
    usage_type: 'licensed',
  };
}
