import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { requireFound } from '../lookup/require.ts';
import type { TaxAmount, TaxRate } from '../state/tax-entities.ts';

export function taxRateWire(rate: TaxRate): Stripe.TaxRate {
  return {
    id: rate.id,
    object: 'tax_rate',
    active: rate.active,
    country: rate.country,
    created: rate.created,
    description: rate.description,
    display_name: rate.displayName,
    effective_percentage: rate.percentage,
    flat_amount: null,
    inclusive: rate.inclusive,
    jurisdiction: rate.jurisdiction,
    jurisdiction_level: null,
    livemode: false,
    metadata: rate.metadata,
    percentage: rate.percentage,
    rate_type: 'percentage',
    state: rate.state,
    tax_type: rate.taxType,
  };
}

export function taxRatesWire({ store }: Context, ids: readonly string[] = []): Stripe.TaxRate[] {
  return ids.map((id) => taxRateWire(requireFound(store.taxRates.get(id), `tax rate ${id}`)));
}

export function taxAmountWire({ rate, amount, inclusive, taxable, reason }: TaxAmount) {
  return {
    amount,
    tax_behavior: inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: rate },
    taxability_reason: reason ?? 'not_available',
    taxable_amount: taxable,
    type: 'tax_rate_details',
  } as const;
}
