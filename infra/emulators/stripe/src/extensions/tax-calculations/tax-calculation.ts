import type Stripe from 'stripe';
import {
  type CalculatedCost,
  type Cost,
  exclusiveTax,
  inclusiveTax,
  recorded,
  summedTaxes,
} from '../../billing/tax/tax.ts';
import type { TaxAmount, TaxRate } from '../../catalogue/tax-rate.ts';
import type { GivenTaxId } from '../../customers/tax-id.ts';
import type { Context } from '../../kinds/context.ts';
import type { Address } from '../../kinds/params/address.ts';
import { requireFound } from '../../kinds/require.ts';
import type { Metadata } from '../../kinds/store/entity.ts';

/** Negative in a reversal, and positive again in the reversal of one. */
export interface RecordedCost extends Cost {
  readonly tax: number;
}

export interface TaxedCustomer {
  readonly address: Address;
  readonly address_source: 'billing' | 'shipping' | null;
  readonly tax_ids: readonly GivenTaxId[];
  readonly override: 'customer_exempt' | 'none' | 'reverse_charge';
}

/** Why a calculation has no tax at all. */
export type UntaxedReason = 'customer_exempt' | 'not_collecting' | 'not_subject_to_tax' | 'not_supported';

export interface Item {
  readonly id: string;
  readonly product: string | null;
  readonly quantity: number;
  readonly reference: string;
  readonly metadata: Metadata | null;
}

export interface Shipping {
  readonly shipping_rate: string | null;
}

export type CalculatedItem = CalculatedCost & Item;

export interface TaxCalculation {
  readonly id: string;
  readonly currency: string;
  readonly customer: string | null;
  readonly details: TaxedCustomer;
  readonly untaxed: UntaxedReason | null;
  readonly lines: readonly CalculatedItem[];
  readonly shipping: (CalculatedCost & Shipping) | null;
  readonly tax_date: number;
  readonly expires_at: number;
}

type Breakdown = Stripe.Tax.Calculation.TaxBreakdown;

type CostBreakdown = Stripe.Tax.CalculationLineItem.TaxBreakdown;

export function calculationWire(context: Context, calculation: TaxCalculation): Stripe.Tax.Calculation {
  const { currency, customer, details, expires_at, id, lines, shipping, tax_date } = calculation;
  const costs = [...lines, ...(shipping === null ? [] : [shipping])];
  const taxes = costs.flatMap((cost) => cost.taxes);
  return {
    id,
    object: 'tax.calculation',
    amount_total: costs.reduce((sum, { amount }) => sum + amount, exclusiveTax(taxes)),
    currency,
    customer,
    customer_details: taxedCustomerWire(details),
    expires_at,
    livemode: false,
    ship_from_details: null,
    shipping_cost: shippingWire(context, calculation),
    tax_amount_exclusive: exclusiveTax(taxes),
    tax_amount_inclusive: inclusiveTax(taxes),
    tax_breakdown: breakdown(context, calculation, costs),
    tax_date,
  };
}

export function taxedCustomerWire({ address, address_source, override, tax_ids }: TaxedCustomer) {
  return {
    address,
    address_source,
    ip_address: null,
    tax_ids: [...tax_ids],
    taxability_override: override,
  } satisfies Stripe.Tax.Calculation.CustomerDetails;
}

function shippingWire(
  context: Context,
  { details, shipping, untaxed }: TaxCalculation,
): Stripe.Tax.Calculation.ShippingCost | null {
  if (shipping === null) return null;
  return {
    ...costWire(recorded(shipping)),
    ...(shipping.shipping_rate !== null && { shipping_rate: shipping.shipping_rate }),
    tax_breakdown: costBreakdown(context, { details, untaxed }, shipping),
  };
}

export function costWire({ amount, inclusive, tax, tax_code }: RecordedCost) {
  return {
    amount,
    amount_tax: tax,
    tax_behavior: inclusive ? 'inclusive' : 'exclusive',
    tax_code,
  } as const;
}

export function calculatedItemWire(item: CalculatedItem): Stripe.Tax.CalculationLineItem {
  const { id, metadata, product, quantity, reference } = item;
  return {
    id,
    object: 'tax.calculation_line_item',
    ...costWire(recorded(item)),
    livemode: false,
    metadata,
    performance_location: null,
    product,
    quantity,
    reference,
  };
}

const findRate = ({ store }: Context, { rate }: TaxAmount): TaxRate =>
  requireFound(store.taxRates.get(rate), `tax rate ${rate}`);

/** `19.0`, `8.875`. */
const decimal = (percentage: number): string =>
  Number.isInteger(percentage) ? percentage.toFixed(1) : String(percentage);

function breakdown(
  context: Context,
  { details, untaxed }: Taxed,
  costs: readonly CalculatedCost[],
): Breakdown[] {
  if (untaxed !== null) {
    const { country, state } = details.address;
    const none = { flat_amount: null, percentage_decimal: '0.0', rate_type: null, tax_type: null };
    const place = { country, state: country === 'US' ? state : null };
    return [...new Set(costs.map(({ inclusive }) => inclusive))].map((inclusive) => ({
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

interface Taxed {
  readonly details: TaxedCustomer;
  readonly untaxed: UntaxedReason | null;
}

/** What applies to one line or to shipping; there are no local taxes. */
export function costBreakdown(
  context: Context,
  { details: { address }, untaxed }: Taxed,
  { taxes }: CalculatedCost,
): CostBreakdown[] {
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
