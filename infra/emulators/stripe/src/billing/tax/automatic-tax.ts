import type Stripe from 'stripe';
import type { Price } from '../../catalogue/price.ts';
import { PLAIN_TAX_RATE, type TaxRate } from '../../catalogue/tax-rate.ts';
import { type Customer, type TaxExemption, taxLocation } from '../../customers/customer.ts';
import { EUROPEAN_UNION, findTaxIds } from '../../customers/tax-id.ts';
import type { JsonObject } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { type Address, UNITED_STATES } from '../../kinds/params/address.ts';
import type { Entity } from '../../kinds/store/kind-type.ts';
import { rateAt, type TaxPlace } from './tax.ts';

export interface TaxedBuyer extends TaxPlace {
  readonly hasEuropeanTaxId: boolean;
  /** What is said of the buyer, whatever their tax ids; absent for nothing. */
  readonly exemption?: TaxExemption | undefined;
}

/** Null if the country is unknown. */
export function buyerAt(
  address: Pick<Address, 'country' | 'state'> | null | undefined,
  hasEuropeanTaxId: boolean,
  exemption?: TaxExemption,
): TaxedBuyer | null {
  if (!address?.country) return null;
  const { country } = address;
  // Outside the US the state is free text and does not affect taxes.
  const state = country === 'US' ? (address.state?.toUpperCase() ?? '') : '';
  return { country, state, hasEuropeanTaxId, exemption };
}

export function findBuyer(context: Context, customer: Customer): TaxedBuyer | null {
  const hasEuropeanTaxId = findTaxIds(context, customer).some(({ type }) => type === 'eu_vat');
  return buyerAt(taxLocation(context, customer), hasEuropeanTaxId, customer.tax_exempt);
}

type Priced = Pick<Price, 'currency'> & { readonly tax_behavior: Price['tax_behavior'] | undefined };

/** Ids of the automatic tax rates for a price, created on demand; empty if no tax is collected. */
export function automaticRates(context: Context, buyer: TaxedBuyer | null, price: Priced): readonly string[] {
  if (buyer === null || !isRegistered(context, buyer)) return [];
  const rate = rateAt(buyer);
  if (rate === null) return [];
  const inclusive = isInclusive(context, price);
  const { country, state, exemption } = buyer;
  const isExempt = exemption === 'exempt';
  const isReversed = !isExempt && isReverseCharge(context, buyer);
  const percentage = isExempt || isReversed ? 0 : rate.percentage;
  const behavior = inclusive ? 'Inclusive' : 'Exclusive';
  const suffix = `${behavior}${isExempt ? 'Exempt' : ''}`;
  const id = `txr_Automatic${country}${state}${Math.round(percentage * 10_000)}${suffix}`;
  if (context.store.taxRates.get(id) !== undefined) return [id];
  context.store.taxRates.put({
    ...PLAIN_TAX_RATE,
    display_name: rate.display_name,
    tax_type: rate.taxType as TaxRate['tax_type'],
    id,
    created: context.time.now(),
    active: false,
    effective_percentage: percentage,
    jurisdiction: state === '' ? country : state,
    country,
    state: state === '' ? null : state,
    percentage,
    inclusive,
    hidden: { reason: isExempt ? 'customer_exempt' : isReversed ? 'reverse_charge' : 'standard_rated' },
  });
  return [id];
}

export function isInclusive(context: Context, { tax_behavior = 'unspecified', currency }: Priced): boolean {
  const standard = readTaxSettings(context).defaults.tax_behavior;
  const behavior = tax_behavior === 'unspecified' ? standard : tax_behavior;
  if (behavior === 'inferred_by_currency') return !['cad', 'usd'].includes(currency);
  return behavior === 'inclusive';
}

/** Reverse charge: a business in an EU country other than the account's pays the tax itself. */
function isReverseCharge(context: Context, { country, exemption, hasEuropeanTaxId }: TaxedBuyer): boolean {
  if (exemption === 'reverse') return true;
  return (
    hasEuropeanTaxId &&
    EUROPEAN_UNION.has(country) &&
    country !== readTaxSettings(context).head_office.address.country
  );
}

export function isActive({ active_from, expires_at }: TaxRegistration, now: number): boolean {
  return active_from <= now && (expires_at === null || expires_at > now);
}

/** Whether the account collects taxes there. */
export function isRegistered({ store, time }: Context, { country, state }: TaxPlace): boolean {
  const now = time.now();
  for (const registration of store.taxRegistrations.values()) {
    if (!isActive(registration, now)) continue;
    // A registration for a One Stop Shop scheme covers all EU countries.
    if (registration.type.startsWith('oss_') && EUROPEAN_UNION.has(country)) return true;
    if (registration.country !== country) continue;
    if (country !== 'US' || registration.state === state) return true;
  }
  return false;
}

/** Where the customer is for taxes. */
export function customerTaxWire(context: Context, id: string): Stripe.Customer.Tax {
  const customer = context.store.customers.get(id);
  const location = customer === undefined ? null : taxLocation(context, customer);
  const common = { ip_address: null, provider: 'stripe' } as const;
  if (location === null) return { ...common, automatic_tax: 'unrecognized_location', location };
  const { country, state } = location;
  const isTaxed = isRegistered(context, { country, state: state?.toUpperCase() ?? '' });
  return {
    ...common,
    automatic_tax: isTaxed ? 'supported' : 'not_collecting',
    location,
  };
}

export interface TaxRegistration extends Entity {
  readonly country: string;
  /** A US state; otherwise null. */
  readonly state: string | null;
  readonly type: string;
  readonly active_from: number;
  readonly expires_at: number | null;
  /** As given in the request. */
  readonly country_options: JsonObject;
}

export interface TaxSettings {
  readonly id: 'settings';
  readonly defaults: {
    readonly tax_behavior: 'exclusive' | 'inclusive' | 'inferred_by_currency';
    readonly tax_code: string | null;
  };
  readonly head_office: { readonly address: Address };
}

const UNTOUCHED: TaxSettings = {
  id: 'settings',
  defaults: { tax_behavior: 'inferred_by_currency', tax_code: null },
  head_office: { address: UNITED_STATES },
};

export function readTaxSettings({ store }: Context): TaxSettings {
  return store.taxSettings.get('settings') ?? UNTOUCHED;
}
