import type Stripe from 'stripe';
import { isMetered } from '../pricing/price-cost.ts';
import type { Price, Tier } from '../state/catalogue-entities.ts';
import { decimal } from './decimal.ts';

export function priceWire(price: Price): Stripe.Price {
  return {
    ...commonWire(price, 'price'),
    custom_unit_amount: null,
    lookup_key: price.lookupKey,
    recurring: recurringWire(price),
    tax_behavior: price.taxBehavior ?? 'unspecified',
    transform_quantity: transformWire(price),
    type: price.recurring === null ? 'one_time' : 'recurring',
    ...unitWire(price),
  };
}

/** What a price and its plan have in common. */
function commonWire<Kind extends string>(price: Price, object: Kind) {
  const { id, active, created, currency, metadata, nickname, product, tiers } = price;
  return {
    ...{ id, object, active, created, currency, livemode: false, metadata, nickname, product },
    billing_scheme: tiers === undefined ? ('per_unit' as const) : ('tiered' as const),
    tiers_mode: tiers?.mode ?? null,
  };
}

function transformWire({ transformQuantity }: Price) {
  if (transformQuantity === undefined) return null;
  return { divide_by: transformQuantity.divideBy, round: transformQuantity.round };
}

function usageType(price: Price) {
  return isMetered(price) ? 'metered' : 'licensed';
}

/** Null for a price with tiers; without the whole number if there is a fraction. */
function unitWire({ tiers, unitAmount }: Price): Pick<Stripe.Price, 'unit_amount' | 'unit_amount_decimal'> {
  if (tiers !== undefined) return { unit_amount: null, unit_amount_decimal: null };
  return { unit_amount: whole(unitAmount), unit_amount_decimal: decimal(unitAmount) };
}

const whole = (amount: number | null) => (amount !== null && Number.isInteger(amount) ? amount : null);

/** The amounts of a price by currency, which an answer contains only on request; its own is the only one here. */
export function currencyOptionsWire(price: Price): Record<string, Stripe.Price.CurrencyOptions> {
  const tax_behavior = price.taxBehavior ?? 'unspecified';
  return { [price.currency]: { custom_unit_amount: null, tax_behavior, ...unitWire(price) } };
}

/** The tiers of a price, which an answer contains only on request; null without any. */
export function tiersWire({ tiers }: Price): Stripe.Price.Tier[] | null {
  return tiers?.list.map(tierWire) ?? null;
}

function tierWire({ flatAmount, unitAmount, upTo }: Tier): Stripe.Price.Tier {
  return {
    flat_amount: whole(flatAmount),
    flat_amount_decimal: flatAmount === null ? null : decimal(flatAmount),
    unit_amount: whole(unitAmount),
    unit_amount_decimal: unitAmount === null ? null : decimal(unitAmount),
    up_to: upTo,
  };
}

function recurringWire(price: Price): Stripe.Price.Recurring | null {
  const { recurring } = price;
  if (recurring === null) return null;
  return {
    interval: recurring.interval,
    interval_count: recurring.intervalCount,
    meter: recurring.meter ?? null,
    trial_period_days: recurring.trialPeriodDays ?? null,
    usage_type: usageType(price),
  };
}

/** The older form of a recurring price, which subscription items still include. */
export function planWire(price: Price): Stripe.Plan {
  const unit = unitWire(price);
  return {
    ...commonWire(price, 'plan'),
    amount: unit.unit_amount,
    amount_decimal: unit.unit_amount_decimal,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.intervalCount ?? 1,
    meter: price.recurring?.meter ?? null,
    transform_usage: transformWire(price),
    trial_period_days: price.recurring?.trialPeriodDays ?? null,
    usage_type: usageType(price),
  };
}
