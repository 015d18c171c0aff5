import {
  automaticRates,
  buyerAt,
  isInclusive,
  isRegistered,
  type TaxedBuyer,
} from '../../billing/tax/automatic-tax.ts';
import { computeTaxAmounts } from '../../billing/tax/line-taxes.ts';
import type { CalculatedCost } from '../../billing/tax/tax.ts';
import { readTaxSettings } from '../../billing/tax/tax-settings.ts';
import { rateAt } from '../../billing/tax/tax-table.ts';
import { readTaxCode } from '../../catalogue/price-params.ts';
import { requireProduct } from '../../catalogue/product.ts';
import { requireShippingRate } from '../../catalogue/shipping-rate.ts';
import { isTaxId } from '../../customers/add-tax-id.ts';
import { requireCustomer } from '../../customers/customer.ts';
import { findTaxIds } from '../../customers/tax-id.ts';
import { taxIdParam } from '../../customers/tax-ids.ts';
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
import { type Address, addressParam, toAddress } from '../../kinds/params/address.ts';
import { list, object } from '../../kinds/params/composite.ts';
import { currency } from '../../kinds/params/currencies.ts';
import { metadata, metadataOrNull } from '../../kinds/params/metadata.ts';
import { integer, oneOf, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { partList } from '../../kinds/part-list.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import {
  type CalculatedItem,
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

const costFields = {
  tax_behavior: optional(oneOf('exclusive', 'inclusive')),
  tax_code: optional(readTaxCode),
} as const;

const createParams = object({
  currency,
  customer: optional(text()),
  customer_details: optional(
    object({
      address: optional(addressParam),
      address_source: optional(oneOf('billing', 'shipping')),
      tax_ids: optional(list(taxIdParam)),
      taxability_override: optional(oneOf('customer_exempt', 'none', 'reverse_charge')),
    }),
  ),
  line_items: list(
    object({
      ...costFields,
      amount: integer(0),
      metadata,
      product: optional(text()),
      quantity: optional(integer(0)),
      reference: optional(text(500)),
    }),
    1000,
  ),
  shipping_cost: optional(
    object({ ...costFields, amount: optional(integer(0)), shipping_rate: optional(text()) }),
  ),
  tax_date: optional(integer(0)),
});

type Given = ReadValue<typeof createParams>;

export const taxCalculationEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
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

function create(context: Context, given: Given): object {
  const now = context.time.now();
  const details = readDetails(context, given);
  const buyer = locate(details);
  const untaxed = findUntaxedReason(context, details, buyer);
  const tax: Tax = (cost) => {
    const tax_behavior = cost.inclusive ? 'inclusive' : 'exclusive';
    const priced = { currency: given.currency, tax_behavior } as const;
    const rates = untaxed === null ? automaticRates(context, buyer, priced) : [];
    return { ...cost, taxes: computeTaxAmounts(context, cost.amount, rates) };
  };
  const calculation = context.store.taxCalculations.put({
    id: newId('taxcalc'),
    currency: given.currency,
    customer: given.customer ?? null,
    details,
    untaxed,
    lines: readLines(context, given, tax),
    shipping: readShipping(context, given, tax),
    tax_date: readTaxDate(given, now),
    expires_at: now + KEPT_FOR_DAYS * SECONDS_A_DAY,
  });
  return calculationWire(context, calculation);
}

function readTaxDate({ tax_date: date }: Given, now: number): number {
  if (date === undefined || Math.abs(date - now) <= DATED_WITHIN_DAYS * SECONDS_A_DAY) return date ?? now;
  throw rejected(`The tax date must be within ${DATED_WITHIN_DAYS} days.`, { param: 'tax_date' });
}

function readDetails(context: Context, { customer: id, customer_details: given }: Given): TaxedCustomer {
  if (id !== undefined && given !== undefined) {
    throw notSupported('`customer_details` next to `customer`', 'customer_details');
  }
  if (id !== undefined) return readCustomerDetails(context, id);
  const { address, address_source: source, tax_ids = [], taxability_override: override } = given ?? {};
  if (address !== undefined && !address.country) throw missingParameter('customer_details[address][country]');
  for (const [index, tax_id] of tax_ids.entries()) {
    if (isTaxId(tax_id)) continue;
    const param = `customer_details[tax_ids][${index}][value]`;
    throw invalidRequest(`Invalid value for ${tax_id.type}.`, { code: 'tax_id_invalid', param });
  }
  return {
    address: toAddress(address ?? {}),
    address_source: source ?? null,
    tax_ids,
    override: override ?? 'none',
  };
}

const OVERRIDES = { exempt: 'customer_exempt', none: 'none', reverse: 'reverse_charge' } as const;

function readCustomerDetails(context: Context, id: string): TaxedCustomer {
  const customer = requireCustomer(context, id, 'customer');
  const sentTo = customer.shipping?.address;
  const [address, address_source] = sentTo?.country
    ? ([sentTo, 'shipping'] as const)
    : ([customer.address ?? toAddress({}), 'billing'] as const);
  const tax_ids = findTaxIds(context, customer).map(({ type, value }) => ({ type, value }));
  return { address, address_source, tax_ids, override: OVERRIDES[customer.tax_exempt ?? 'none'] };
}

function locate({ address, override, tax_ids }: TaxedCustomer): TaxedBuyer {
  const buyer = buyerAt(
    address,
    tax_ids.some(({ type }) => type === 'eu_vat'),
  );
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
  return { ...buyer, exemption: override === 'reverse_charge' ? 'reverse' : 'none' };
}

/** What Stripe needs to know of an address. */
function isPrecise({ country, postal_code, state }: Address): boolean {
  if (country === 'US') return Boolean(postal_code);
  if (country === 'CA') return Boolean(postal_code || state);
  return COUNTRY_CODES.includes(country ?? '');
}

function findUntaxedReason(
  context: Context,
  { override }: TaxedCustomer,
  buyer: TaxedBuyer,
): UntaxedReason | null {
  if (override === 'customer_exempt') return override;
  if (!isRegistered(context, buyer)) return 'not_collecting';
  if (rateAt(buyer) !== null) return null;
  return buyer.country === 'US' ? 'not_subject_to_tax' : 'not_supported';
}

type Tax = (cost: Omit<CalculatedCost, 'taxes'>) => CalculatedCost;

function readLines(context: Context, { line_items: given }: Given, tax: Tax): CalculatedItem[] {
  const references = given.map(({ reference }) => reference);
  return given.map((line, index) => {
    const {
      amount,
      metadata: notes,
      product: productId,
      quantity = 1,
      reference,
      tax_behavior: behavior,
    } = line;
    const place = `line_items[${index}]`;
    if (reference !== undefined && references.indexOf(reference) !== index) {
      throw rejected('The reference of each line item must be unique.', { param: `${place}[reference]` });
    }
    const product = productId === undefined ? null : requireProduct(context, productId, `${place}[product]`);
    const { defaults } = readTaxSettings(context);
    const code = line.tax_code ?? product?.tax_code ?? defaults.tax_code ?? UNSPECIFIC;
    const id = newId('tax_li', 14);
    return {
      ...tax({ amount, inclusive: behavior === 'inclusive', tax_code: code }),
      id,
      product: product?.id ?? null,
      quantity,
      // Stripe does not document the default.
      reference: reference ?? id,
      metadata: metadataOrNull(notes),
    };
  });
}

function readShipping(context: Context, given: Given, tax: Tax): TaxCalculation['shipping'] {
  const { shipping_cost: cost } = given;
  if (cost === undefined) return null;
  const { amount, shipping_rate: id, tax_behavior: behavior, tax_code: code = SHIPPING } = cost;
  if (id === undefined) {
    if (amount === undefined) throw missingParameter('shipping_cost[amount]');
    return {
      ...tax({ amount, inclusive: behavior === 'inclusive', tax_code: code }),
      shipping_rate: null,
    };
  }
  const other = (['amount', 'tax_behavior', 'tax_code'] as const).find((name) => cost[name] !== undefined);
  if (other !== undefined) throw exclusiveParameters(`${other}, shipping_rate`, `shipping_cost[${other}]`);
  const param = 'shipping_cost[shipping_rate]';
  const rate = requireShippingRate(context, id, param);
  if (rate.currency !== given.currency) {
    throw rejected(`The shipping rate is in ${rate.currency}, the calculation in ${given.currency}.`, {
      param,
    });
  }
  const inclusive = isInclusive(context, { ...rate, tax_behavior: rate.tax_behavior });
  return {
    ...tax({ amount: rate.amount, inclusive, tax_code: rate.tax_code ?? SHIPPING }),
    shipping_rate: id,
  };
}
