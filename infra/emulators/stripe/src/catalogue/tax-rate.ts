import type Stripe from 'stripe';
import { type Context, requireFound } from '../kinds/context.ts';
import { kept } from '../kinds/given-fields.ts';
import { finder, newId } from '../kinds/objects.ts';
import { choice } from '../kinds/params/as-described.ts';
import { clearable, taxPercentage, text } from '../kinds/params/reader.ts';
import { type Held, type Kept, type Labelled, plain, shown } from '../kinds/store/kind-type.ts';

export interface TaxRate extends Held, Labelled, Omit<Kept<Stripe.TaxRate>, keyof Labelled> {
  /** Set on rates created by automatic tax; absent on the account's own. */
  readonly hidden?: { readonly reason: TaxabilityReason };
}

export const PLAIN_TAX_RATE = plain<TaxRate>()('tax_rate', {
  active: true,
  metadata: {},
  rate_type: 'percentage',
});

type TaxabilityReason = 'customer_exempt' | 'reverse_charge' | 'standard_rated';

/** One rate's tax on one line; negative on a credit. */
export interface TaxAmount {
  readonly rate: string;
  readonly amount: number;
  readonly inclusive: boolean;
  /** The taxable base. */
  readonly taxable: number;
  readonly reason?: TaxabilityReason;
}

export const taxRateWire: (rate: TaxRate) => Stripe.TaxRate = shown('tax_rate', PLAIN_TAX_RATE);

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

export const requireTaxRate = finder('tax rate', 'taxRates');

/** `VAT (19%, included)`. */
export function taxName({ store }: Context, { rate, inclusive }: TaxAmount): string {
  const { display_name, percentage } = requireFound(store.taxRates.get(rate), `tax rate ${rate}`);
  return `${display_name} (${percentage}%${inclusive ? ', included' : ''})`;
}

/** A rate's percentage cannot change. */
export const { endpoints: taxRateEndpoints } = kept<TaxRate>({
  type: 'tax_rate',
  path: '/v1/tax_rates',
  event: 'tax_rate',
  finder: requireTaxRate,
  readers: {
    country: clearable(text(2)),
    description: clearable(text()),
    jurisdiction: clearable(text(50)),
    percentage: taxPercentage,
    state: clearable(text(3)),
    tax_type: clearable(choice('POST /v1/tax_rates', 'tax_type')),
  },
  newId: () => newId('txr'),
  made: (_, { percentage }) => ({ effective_percentage: Number(percentage) }),
  plain: PLAIN_TAX_RATE,
  wire: (_, rate) => taxRateWire(rate),
  listing: { fields: ['active', 'inclusive'] },
});
