import type Stripe from 'stripe';
import { exclusiveTax, inclusiveTax, summedTaxes } from '../../billing/tax/tax.ts';
import type { TaxAmount, TaxRate } from '../../catalogue/tax-rate.ts';
import type { GivenTaxId } from '../../customers/tax-id.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import type { Address } from '../../kinds/params/address.ts';
import { type Kept, shown } from '../../kinds/store/kind-type.ts';

export type Item = Kept<Stripe.Tax.CalculationLineItem, 'performance_location' | 'tax_breakdown'>;

/** Negative in a reversal, and positive again in the reversal of one. */
export type Cost = Pick<Item, 'amount' | 'amount_tax' | 'tax_behavior' | 'tax_code'>;

export interface Shipping extends Cost {
  readonly shipping_rate?: string;
}

export interface Calculated {
  readonly taxes: readonly TaxAmount[];
}

export interface TaxedCustomer {
  readonly address: Address;
  readonly address_source: 'billing' | 'shipping' | null;
  readonly ip_address: null;
  readonly tax_ids: readonly GivenTaxId[];
  readonly taxability_override: 'customer_exempt' | 'none' | 'reverse_charge';
}

/** Why a calculation has no tax at all. */
export type UntaxedReason = 'customer_exempt' | 'not_collecting' | 'not_subject_to_tax' | 'not_supported';

export interface TaxCalculation
  extends Pick<Kept<Stripe.Tax.Calculation>, 'currency' | 'customer' | 'tax_date'> {
  readonly id: string;
  readonly customer_details: TaxedCustomer;
  readonly expires_at: number;
  readonly lines: readonly (Calculated & Item)[];
  readonly shipping: (Calculated & Shipping) | null;
  readonly untaxed: UntaxedReason | null;
}

const show = shown<Stripe.Tax.Calculation>('tax.calculation', { ship_from_details: null });

export function calculationWire(context: Context, calculation: TaxCalculation): Stripe.Tax.Calculation {
  const { lines, shipping, untaxed: _, ...visible } = calculation;
  const costs = [...lines, ...(shipping === null ? [] : [shipping])];
  const taxes = costs.flatMap((cost) => cost.taxes);
  return show(visible, {
    amount_total: costs.reduce((sum, { amount }) => sum + amount, exclusiveTax(taxes)),
    shipping_cost: shipping && {
      ...recorded(shipping),
      tax_breakdown: costBreakdown(context, calculation, shipping),
    },
    tax_amount_exclusive: exclusiveTax(taxes),
    tax_amount_inclusive: inclusiveTax(taxes),
    tax_breakdown: breakdown(context, calculation, costs),
  });
}

/** What is calculated as a transaction records it. */
export function recorded<T extends Calculated>({ taxes: _, ...cost }: T): Omit<T, 'taxes'> {
  return cost;
}

const showItem = shown<Stripe.Tax.CalculationLineItem>('tax.calculation_line_item', {
  performance_location: null,
});

export function calculatedItemWire(item: Calculated & Item): Stripe.Tax.CalculationLineItem {
  return showItem(recorded(item));
}

const findRate = ({ store }: Context, { rate }: TaxAmount): TaxRate =>
  requireFound(store.taxRates.get(rate), `tax rate ${rate}`);

/** `19.0`, `8.875`. */
const decimal = (percentage: number): string =>
  Number.isInteger(percentage) ? percentage.toFixed(1) : String(percentage);

function breakdown(
  context: Context,
  { customer_details, untaxed }: TaxCalculation,
  costs: readonly (Calculated & Cost)[],
): Stripe.Tax.Calculation.TaxBreakdown[] {
  if (untaxed !== null) {
    const { country, state } = customer_details.address;
    const none = { flat_amount: null, percentage_decimal: '0.0', rate_type: null, tax_type: null };
    const place = { country, state: country === 'US' ? state : null };
    return [...new Set(costs.map(({ tax_behavior }) => tax_behavior === 'inclusive'))].map((inclusive) => ({
      amount: 0,
      inclusive,
      tax_rate_details: { ...place, ...none },
      taxability_reason: untaxed,
      taxable_amount: 0,
    }));
  }
  return summedTaxes(costs.flatMap(({ taxes }) => taxes)).map((tax) => {
    const { country, percentage, state, tax_type } = findRate(context, tax);
    return {
      amount: tax.amount,
      inclusive: tax.inclusive,
      tax_rate_details: {
        country,
        flat_amount: null,
        percentage_decimal: decimal(percentage),
        rate_type: 'percentage',
        state,
        tax_type,
      },
      taxability_reason: tax.reason ?? 'standard_rated',
      taxable_amount: tax.taxable,
    };
  });
}

/** What applies to one line or to shipping; there are no local taxes. */
export function costBreakdown(
  context: Context,
  { customer_details: { address }, untaxed }: TaxCalculation,
  { taxes }: Calculated,
): Stripe.Tax.CalculationLineItem.TaxBreakdown[] {
  const country = address.country ?? '';
  const state = country === 'US' ? address.state : null;
  const place = {
    jurisdiction: {
      country,
      display_name: state ?? COUNTRIES.of(country) ?? country,
      level: state === null ? 'country' : 'state',
      state,
    },
    sourcing: 'destination',
  } as const;
  if (untaxed !== null) {
    return [{ ...place, amount: 0, tax_rate_details: null, taxability_reason: untaxed, taxable_amount: 0 }];
  }
  return taxes.map((tax) => {
    const { display_name, percentage, tax_type } = findRate(context, tax);
    return {
      ...place,
      amount: tax.amount,
      tax_rate_details: {
        display_name,
        percentage_decimal: decimal(percentage),
        tax_type: tax_type ?? 'vat',
      },
      taxability_reason: tax.reason ?? 'standard_rated',
      taxable_amount: tax.taxable,
    };
  });
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
