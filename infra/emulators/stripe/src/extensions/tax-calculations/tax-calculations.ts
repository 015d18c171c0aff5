import type Stripe from 'stripe';
import {
  automaticRates,
  buyerAt,
  isInclusive,
  isRegistered,
  readTaxSettings,
  type TaxedBuyer,
} from '../../billing/tax/automatic-tax.ts';
import { computeTaxAmounts } from '../../billing/tax/line-taxes.ts';
import { exclusiveTax, inclusiveTax, rateAt } from '../../billing/tax/tax.ts';
import { readTaxCode } from '../../catalogue/price-params.ts';
import { requireProduct } from '../../catalogue/product.ts';
import { requireShippingRate } from '../../catalogue/shipping-rate.ts';
import { requireCustomer } from '../../customers/customer.ts';
import { findTaxIds, isTaxId } from '../../customers/tax-id.ts';
import {
  exclusiveParameters,
  invalidRequest,
  missingParameter,
  noSuch,
  notSupported,
  rejected,
} from '../../description/api-error.ts';
import { COUNTRY_CODES } from '../../description/country-codes.ts';
import { SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post, retrieval } from '../../kinds/endpoint.ts';
import { newId } from '../../kinds/objects.ts';
import { type Address, addressParam, toAddress } from '../../kinds/params/address.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { metadataOrNull } from '../../kinds/params/composite.ts';
import { integer, type ReadValue } from '../../kinds/params/reader.ts';
import { partList } from '../../kinds/read-page.ts';
import {
  type Calculated,
  type Cost,
  calculatedItemWire,
  calculationWire,
  type TaxCalculation,
  type TaxedCustomer,
  type UntaxedReason,
} from './tax-calculation.ts';

const PATH = '/v1/tax/calculations';
const KEPT_FOR_DAYS = 90;
const DATED_WITHIN_DAYS = 31;
const UNSPECIFIC = 'txcd_10000000';
const SHIPPING = 'txcd_92010001';

const createParams = callParams<Stripe.Tax.CalculationCreateParams>(`POST ${PATH}`, {
  'customer_details[address]': addressParam,
  'customer_details[ip_address]': null,
  line_items: 1000,
  'line_items[amount]': integer(0),
  'line_items[quantity]': integer(0),
  'line_items[tax_code]': readTaxCode,
  ship_from_details: null,
  'shipping_cost[amount]': integer(0),
  'shipping_cost[tax_code]': readTaxCode,
  tax_date: integer(0),
});

type Given = ReadValue<typeof createParams>;

export const taxCalculationEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, given) => {
    const now = context.time.now();
    const details = readDetails(context, given);
    const buyer = locate(details);
    const untaxed = findUntaxedReason(context, details, buyer);
    const tax: Tax = (amount, tax_code, tax_behavior = 'exclusive') => {
      const priced = { currency: given.currency, tax_behavior };
      const rates = untaxed === null ? automaticRates(context, buyer, priced) : [];
      const taxes = computeTaxAmounts(context, amount, rates);
      return { amount, amount_tax: exclusiveTax(taxes) + inclusiveTax(taxes), tax_behavior, tax_code, taxes };
    };
    const calculation = context.store.taxCalculations.put({
      id: newId('taxcalc'),
      currency: given.currency,
      customer: given.customer ?? null,
      customer_details: details,
      untaxed,
      lines: readLines(context, given, tax),
      shipping: readShipping(context, given, tax),
      tax_date: readTaxDate(given, now),
      expires_at: now + KEPT_FOR_DAYS * SECONDS_A_DAY,
    });
    return calculationWire(context, calculation);
  }),
  retrieval(`${PATH}/:id`, (context, id) => calculationWire(context, requireCalculation(context, id))),
  partList(`${PATH}/:id/line_items`, 'tax line item', (context, id) => ({
    matches: requireCalculation(context, id).lines,
    wire: calculatedItemWire,
  })),
];

/** Throws Stripe's error if there is none, or if it has expired. */
export function requireCalculation({ store, time }: Context, id: string, param?: string): TaxCalculation {
  const calculation = store.taxCalculations.get(id);
  if (calculation === undefined || calculation.expires_at <= time.now()) {
    throw noSuch('tax calculation', id, param);
  }
  return calculation;
}

function readTaxDate({ tax_date: date }: Given, now: number): number {
  if (date === undefined || Math.abs(date - now) <= DATED_WITHIN_DAYS * SECONDS_A_DAY) return date ?? now;
  throw rejected(`The tax date must be within ${DATED_WITHIN_DAYS} days.`, 'tax_date');
}

function readDetails(context: Context, { customer: id, customer_details: given }: Given): TaxedCustomer {
  if (id !== undefined && given !== undefined) {
    throw notSupported('`customer_details` next to `customer`', 'customer_details');
  }
  if (id !== undefined) return readCustomerDetails(context, id);
  const { address, address_source = null, tax_ids = [], taxability_override = 'none' } = given ?? {};
  if (address !== undefined && !address.country) throw missingParameter('customer_details[address][country]');
  for (const [index, tax_id] of tax_ids.entries()) {
    if (isTaxId(tax_id)) continue;
    const param = `customer_details[tax_ids][${index}][value]`;
    throw invalidRequest(`Invalid value for ${tax_id.type}.`, { code: 'tax_id_invalid', param });
  }
  const full = toAddress((address ?? {}) as ReadValue<typeof addressParam>);
  return { address: full, address_source, ip_address: null, tax_ids, taxability_override };
}

const OVERRIDES = { exempt: 'customer_exempt', none: 'none', reverse: 'reverse_charge' } as const;

function readCustomerDetails(context: Context, id: string): TaxedCustomer {
  const customer = requireCustomer(context, id, 'customer');
  const sentTo = customer.shipping?.address;
  const [address, address_source] = sentTo?.country
    ? ([sentTo, 'shipping'] as const)
    : ([customer.address ?? toAddress({}), 'billing'] as const);
  const tax_ids = findTaxIds(context, customer).map(({ type, value }) => ({ type, value }));
  return {
    address,
    address_source,
    ip_address: null,
    tax_ids,
    taxability_override: OVERRIDES[customer.tax_exempt],
  };
}

function locate({ address, taxability_override, tax_ids }: TaxedCustomer): TaxedBuyer {
  const hasEuropeanTaxId = tax_ids.some(({ type }) => type === 'eu_vat');
  const buyer = buyerAt(address, hasEuropeanTaxId);
  const param = 'customer_details[address]';
  if (buyer === null || !isPrecise(address)) {
    throw rejected(
      "We could not determine the customer's tax location based on the provided customer address.",
      { code: 'customer_tax_location_invalid', param },
    );
  }
  // Stripe knows the state of a postal code.
  if (buyer.country === 'US' && buyer.state === '') {
    throw notSupported('addresses in the US without their state', `${param}[state]`);
  }
  return { ...buyer, exemption: taxability_override === 'reverse_charge' ? 'reverse' : 'none' };
}

/** What Stripe needs to know of an address. */
function isPrecise({ country, postal_code, state }: Address): boolean {
  if (country === 'US') return Boolean(postal_code);
  if (country === 'CA') return Boolean(postal_code || state);
  return COUNTRY_CODES.includes(country ?? '');
}

function findUntaxedReason(
  context: Context,
  { taxability_override: override }: TaxedCustomer,
  buyer: TaxedBuyer,
): UntaxedReason | null {
  if (override === 'customer_exempt') return override;
  if (!isRegistered(context, buyer)) return 'not_collecting';
  if (rateAt(buyer) !== null) return null;
  return buyer.country === 'US' ? 'not_subject_to_tax' : 'not_supported';
}

type Tax = (amount: number, tax_code: string, tax_behavior?: Cost['tax_behavior']) => Calculated & Cost;

function readLines(context: Context, { line_items: given }: Given, tax: Tax): TaxCalculation['lines'] {
  const references = given.map(({ reference }) => reference);
  return given.map((line, index) => {
    const { product: productId, quantity = 1, reference } = line;
    const place = `line_items[${index}]`;
    if (reference !== undefined && references.indexOf(reference) !== index) {
      throw rejected('The reference of each line item must be unique.', `${place}[reference]`);
    }
    const product = productId === undefined ? null : requireProduct(context, productId, `${place}[product]`);
    const code =
      line.tax_code ?? product?.tax_code ?? readTaxSettings(context).defaults.tax_code ?? UNSPECIFIC;
    const id = newId('tax_li', 14);
    return {
      ...tax(line.amount, code, line.tax_behavior),
      id,
      product: product?.id ?? null,
      quantity,
      // Stripe does not document the default.
      reference: reference ?? id,
      metadata: metadataOrNull(line.metadata),
    };
  });
}

function readShipping(context: Context, given: Given, tax: Tax): TaxCalculation['shipping'] {
  const { shipping_cost: cost } = given;
  if (cost === undefined) return null;
  const { amount, shipping_rate: id } = cost;
  if (id === undefined) {
    if (amount === undefined) throw missingParameter('shipping_cost[amount]');
    return tax(amount, cost.tax_code ?? SHIPPING, cost.tax_behavior);
  }
  const other = (['amount', 'tax_behavior', 'tax_code'] as const).find((name) => cost[name] !== undefined);
  if (other !== undefined) throw exclusiveParameters(`${other}, shipping_rate`, `shipping_cost[${other}]`);
  const param = 'shipping_cost[shipping_rate]';
  const rate = requireShippingRate(context, id, param);
  if (rate.currency !== given.currency) {
    throw rejected(`The shipping rate is in ${rate.currency}, the calculation in ${given.currency}.`, param);
  }
  const behavior = isInclusive(context, rate) ? 'inclusive' : 'exclusive';
  return { ...tax(rate.amount, rate.tax_code ?? SHIPPING, behavior), shipping_rate: id };
}
