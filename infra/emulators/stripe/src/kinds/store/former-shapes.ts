import { PLAIN_RECURRENCE } from '../../catalogue/catalogue-entities.ts';
import { PLAIN_CUSTOMER } from '../../customers/customer-entities.ts';
import { defined } from '../../description/defined.ts';
import { isObject, type JsonObject } from '../../description/json-object.ts';

type Convert = (former: JsonObject) => object;

/** Entities under the names that earlier releases gave their fields, by collection. */
const CONVERSIONS: Readonly<Record<string, Convert>> = {
  coupons: ({ deleted, products, ...coupon }) => ({
    ...coupon,
    ...(isObject(products) || Array.isArray(products) ? { applies_to: { products } } : {}),
    ...(deleted === true && { hidden: { deleted } }),
  }),
  customers: toCustomer,
  prices: toPrice,
  products: ({ marketing_features: features, ...product }) => ({
    ...product,
    ...(Array.isArray(features) && { marketing_features: features.map((name) => ({ name })) }),
  }),
  taxRates: ({ reason, ...rate }) => ({
    ...rate,
    effective_percentage: rate.percentage,
    ...(reason !== undefined && { hidden: { reason } }),
  }),
};

function toCustomer(former: JsonObject): object {
  const { default_payment_method, invoice_fields, invoice_footer, invoice_rendering, ...others } = former;
  const { deleted, discount, other_balances, pending_items, tax_ids, ...customer } = others;
  const display = isObject(invoice_rendering) ? invoice_rendering.amountTaxDisplay : undefined;
  const settings = { default_payment_method, custom_fields: invoice_fields, footer: invoice_footer };
  const hidden = { deleted, discount, balances: other_balances, pending: pending_items, tax_ids };
  return {
    ...customer,
    invoice_settings: {
      ...PLAIN_CUSTOMER.invoice_settings,
      ...defined(settings),
      ...(display !== undefined && { rendering_options: { amount_tax_display: display, template: null } }),
    },
    hidden: { ...PLAIN_CUSTOMER.hidden, ...defined(hidden) },
  };
}

function toPrice({ deleted, recurring, tiers, unit_amount: amount, ...price }: JsonObject): object {
  const { aggregate_usage, ...recurrence } = renamed(recurring) as JsonObject;
  const isMetered = aggregate_usage !== undefined || recurrence.meter !== undefined;
  const usage_type = isMetered ? 'metered' : 'licensed';
  const scheme = tiers as { readonly mode: string; readonly list: readonly object[] } | undefined;
  const hidden = defined({ aggregate_usage, deleted });
  return {
    ...price,
    ...(scheme === undefined
      ? amountOf('unit_amount', amount)
      : { tiers_mode: scheme.mode, tiers: scheme.list.map(toTier) }),
    transform_quantity: price.transform_quantity === undefined ? null : renamed(price.transform_quantity),
    recurring: isObject(recurring) ? { ...PLAIN_RECURRENCE, ...recurrence, usage_type } : null,
    ...(Object.keys(hidden).length > 0 && { hidden }),
  };
}

function toTier(former: object): object {
  const { flat_amount, unit_amount, up_to } = renamed(former) as JsonObject;
  return { up_to, ...amountOf('flat_amount', flat_amount), ...amountOf('unit_amount', unit_amount) };
}

function amountOf(name: string, amount: unknown): object {
  if (typeof amount !== 'number') return {};
  return Number.isInteger(amount) ? { [name]: amount } : { [`${name}_decimal`]: String(amount) };
}

/** With the field names of an object in Stripe's spelling; nothing without an object. */
function renamed(value: unknown): unknown {
  if (!isObject(value)) return {};
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snake(name), part]));
}

/** Addresses wherever they are. */
function withAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAddresses);
  if (!isObject(value)) return value;
  const { postalCode: code, ...others } = value;
  const address = 'line1' in value && code !== undefined ? { ...others, postal_code: code } : value;
  return Object.fromEntries(Object.entries(address).map(([name, part]) => [name, withAddresses(part)]));
}

const WITHOUT_ADDRESSES = new Set(['deliveries', 'events', 'idempotency']);
const FORMER = /"(invoicePrefix|unitAmount|statementDescriptor|timesRedeemed|displayName)":/;

/** An entity as this release keeps it. */
export function inPresentShape(collection: string, value: unknown): unknown {
  if (!isObject(value) || WITHOUT_ADDRESSES.has(collection)) return value;
  const convert = CONVERSIONS[collection];
  const entity = withAddresses(value) as JsonObject;
  return convert !== undefined && FORMER.test(JSON.stringify(value))
    ? convert(renamed(entity) as JsonObject)
    : entity;
}
