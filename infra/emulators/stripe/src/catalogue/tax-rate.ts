import type Stripe from 'stripe';
import { PLAIN_TAX_RATE, type TaxAmount, type TaxRate } from '../customers/tax-entities.ts';
import type { Context } from '../kinds/context.ts';
import { requireFound } from '../kinds/require.ts';
import { shown } from '../kinds/store/kind-type.ts';

export const taxRateWire: (rate: TaxRate) => Stripe.TaxRate = shown('tax_rate', PLAIN_TAX_RATE);

export function taxRatesWire({ store }: Context, ids: readonly string[] = []): Stripe.TaxRate[] {
  return ids.map((id) => taxRateWire(requireFound(store.tax_rates.get(id), `tax rate ${id}`)));
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
