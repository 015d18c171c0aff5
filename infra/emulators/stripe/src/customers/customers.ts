import type Stripe from 'stripe';
import { type Discount, deletedDiscountWire, discountWire } from '../catalogue/discount.ts';
import { discountSource } from '../catalogue/redeemable.ts';
import { noSuch, rejected, unknownParameters } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import type { Context } from '../kinds/context.ts';
import { deletion, type Endpoint, nothing, retrieval } from '../kinds/endpoint.ts';
import { fieldsOf, type Given, kept } from '../kinds/given-fields.ts';
import { finder } from '../kinds/objects.ts';
import { addressParam, customerShippingParam, readShipping, toAddress } from '../kinds/params/address.ts';
import type { Taken } from '../kinds/params/as-described.ts';
import { changedMetadata, list } from '../kinds/params/composite.ts';
import { clearable, flag, integer, type ReadValue, text } from '../kinds/params/reader.ts';
import { chosenId, email } from '../kinds/params/texts.ts';
import {
  type Customer,
  type CustomerFields,
  changeCustomer,
  createCustomer,
  customerWire,
  deleteCustomer,
  PLAIN_CUSTOMER,
  requireCustomer,
  taxLocation,
} from './customer.ts';
import { noteBalanceChange } from './customer-balance.ts';
import { giveDiscount, takeDiscount } from './customer-discount.ts';
import { sourceToken } from './methods/manage-payment-methods.ts';
import { addCardSource, changeDefaultSource } from './methods/own-card-sources.ts';
import { notAttached, type PaymentMethod, requireOwnMethod } from './methods/payment-method.ts';
import { rejectAttached, savableMethod } from './methods/ready-made-method.ts';
import { attachPaymentMethod } from './methods/save-card.ts';
import { addTaxId } from './tax-id.ts';
import { taxIdParam } from './tax-ids.ts';

/** Balance currency of a customer without invoices. */
const ACCOUNT_CURRENCY = 'usd';

/** Parameters that set no field. */
const ASIDE =
  'card coupon default_source payment_method promotion_code source tax tax_id_data validate'.split(' ');

interface NewCustomer
  extends Given,
    Omit<
      Taken<Stripe.CustomerCreateParams & Pick<Stripe.CustomerUpdateParams, 'default_source'>>,
      'invoice_settings' | 'shipping' | 'tax_id_data'
    > {
  readonly card?: string;
  readonly coupon?: string | null;
  readonly id?: string;
  readonly invoice_settings?: Partial<Customer['invoice_settings']>;
  readonly promotion_code?: string | null;
  readonly shipping?: ReadValue<typeof customerShippingParam>;
  readonly tax_id_data?: readonly ReadValue<typeof taxIdParam>[];
}

const customers = kept<Customer, NewCustomer>({
  type: 'customer',
  path: '/v1/customers',
  event: 'customer',
  finder: finder('customer', 'customers'),
  find: requireCustomer,
  plain: PLAIN_CUSTOMER,
  readers: {
    // Undocumented since 2014, and still accepted.
    id: chosenId(255),
    address: clearable(addressParam),
    // The former name of `source`.
    card: sourceToken,
    cash_balance: null,
    /** This and the promotion code only before basil. */
    coupon: clearable(text()),
    balance: integer(-99_999_999, 99_999_999),
    description: clearable(text(5000)),
    email: clearable(email()),
    'invoice_settings[default_payment_method]': clearable(text()),
    'invoice_settings[footer]': clearable(text()),
    'invoice_settings[rendering_options]': ['amount_tax_display'],
    name: clearable(text(256)),
    next_invoice_sequence: integer(1, 999_999_999),
    phone: clearable(text(20)),
    promotion_code: clearable(text()),
    preferred_locales: clearable(list(text())),
    shipping: customerShippingParam,
    source: sourceToken,
    tax: ['validate_location'],
    tax_id_data: list(taxIdParam),
    validate: flag,
  },
  changeReaders: {
    id: null,
    ...{ bank_account: null, default_alipay_account: null, default_bank_account: null, default_card: null },
  },
  create,
  change,
  wire: (_, customer) => customerWire(customer),
  listing: {
    fields: ['email', 'test_clock'],
    // Customers on a test clock are listed only when filtering by it.
    where: ({ hidden, test_clock }, { test_clock: clock }) =>
      !hidden.deleted && (clock !== undefined || test_clock === null),
  },
  findShown: (context, id) => requireCustomer(context, id, 'id', true),
  remove: deleteCustomer,
});

const DISCOUNT = '/v1/customers/:id/discount';

export const customerEndpoints: readonly Endpoint[] = [
  ...customers.endpoints,
  retrieval(DISCOUNT, (context, id) => discountWire(requireDiscount(requireCustomer(context, id)))),
  deletion(DISCOUNT, nothing, (context, _params, { id = '' }) => {
    const before = requireCustomer(context, id);
    const discount = requireDiscount(before);
    changeCustomer(context, before, takeDiscount(context, before));
    return deletedDiscountWire(discount);
  }),
];

function create(context: Context, params: NewCustomer): Customer {
  const { balance, card, id, source = card, test_clock: clock = null, validate } = params;
  if (clock !== null && context.store.testClocks.get(clock) === undefined) {
    throw noSuch('billingclock', clock, 'test_clock');
  }
  if (clock !== null) rejectFullClock(context, clock);
  if (id !== undefined && context.store.customers.get(id)?.hidden.deleted === false) {
    throw rejected('Customer already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const method = methodToSave(context, params);
  const fields = readFields(context, params, PLAIN_CUSTOMER, defaultOfNew(params, method));
  const currency = balance ? ACCOUNT_CURRENCY : null;
  const customer = createCustomer(context, { ...fields, ...defined({ id }), currency, test_clock: clock });
  withDiscount(context, customer, params);
  if (customer.balance !== 0)
    noteBalanceChange(context, customer, { amount: customer.balance, type: 'initial' });
  if (method !== null) attachPaymentMethod(context, method, customer.id);
  for (const tax_id of params.tax_id_data ?? []) {
    addTaxId(context, requireCustomer(context, customer.id), tax_id);
  }
  checkLocation(context, customer.id, params);
  if (source !== undefined)
    addCardSource(context, requireCustomer(context, customer.id), source, { validate });
  return requireCustomer(context, customer.id);
}

function change(context: Context, before: Customer, params: NewCustomer): Customer {
  const { balance, card, default_source, source = card, validate } = params;
  const { id } = before;
  const changed = context.store.customers.put({
    ...before,
    ...readFields(context, params, before, defaultAfter(context, before, params)),
    currency: before.currency ?? (balance ? ACCOUNT_CURRENCY : null),
  });
  checkLocation(context, id, params);
  const after = withDiscount(context, changed, params);
  const amount = after.balance - before.balance;
  if (amount !== 0) noteBalanceChange(context, after, { amount, type: 'adjustment' });
  changeCustomer(context, before, after);
  changeDefaultSource(context, after, { source, default_source, validate });
  return requireCustomer(context, id);
}

const MAX_ON_CLOCK = 3;

function rejectFullClock({ store }: Context, clock: string): void {
  let customers = 0;
  for (const { test_clock, hidden } of store.customers.values()) {
    if (test_clock === clock && !hidden.deleted) customers += 1;
  }
  if (customers < MAX_ON_CLOCK) return;
  throw rejected(`A test clock can have at most ${MAX_ON_CLOCK} customers.`, 'test_clock');
}

type Earlier = Pick<Customer, 'address' | 'invoice_settings' | 'metadata' | 'shipping'> & {
  readonly id?: string;
};

/** The fields named in a request, parts of them as before if it does not name these; a cleared field is as at first. */
function readFields(
  context: Context,
  params: NewCustomer,
  before: Earlier,
  method: string | null,
): CustomerFields {
  const { address, invoice_prefix: prefix, invoice_settings: settings, metadata, shipping } = params;
  rejectTakenPrefix(context, prefix, before.id);
  return {
    ...fieldsOf(params, PLAIN_CUSTOMER, ASIDE),
    ...(address && { address: toAddress(address, before.address) }),
    ...(shipping && { shipping: readShipping(shipping, before.shipping) }),
    ...(settings && { invoice_settings: readSettings(settings, before.invoice_settings, method) }),
    metadata: changedMetadata(before.metadata, metadata),
  };
}

type Settings = Customer['invoice_settings'];

function readSettings(
  { custom_fields, footer, rendering_options: options }: NonNullable<NewCustomer['invoice_settings']>,
  before: Settings,
  default_payment_method: string | null,
): Settings {
  const rendering = options && { amount_tax_display: options.amount_tax_display ?? null, template: null };
  const fields = custom_fields?.length === 0 ? null : custom_fields;
  return {
    ...{ ...before, default_payment_method },
    ...defined({ custom_fields: fields, footer, rendering_options: rendering }),
  };
}

function rejectTakenPrefix({ store }: Context, prefix: string | undefined, own?: string): void {
  if (prefix === undefined) return;
  const [holder] = store.customers.where('invoice_prefix', prefix);
  if (holder !== undefined && holder.id !== own) {
    throw rejected(
      `This invoice number prefix is taken by customer: ${holder.id}. Please enter a different prefix.`,
      { param: 'invoice_prefix' },
    );
  }
  if (/^[\dA-Z]{1,12}$/.test(prefix)) return;
  throw rejected('Invoice number prefix must be 1–12 uppercase letters or numbers.');
}

/** The payment method is resolved before the customer is created, because the card may be declined. */
function methodToSave(context: Context, { payment_method: id }: NewCustomer): PaymentMethod | null {
  if (id === undefined) return null;
  const method = savableMethod(context, id);
  rejectAttached(method);
  return method;
}

const DEFAULT_METHOD = 'invoice_settings[default_payment_method]';

/** A new customer's only payment method is the one saved with it. */
function defaultOfNew(params: NewCustomer, method: PaymentMethod | null): string | null {
  const requested = params.invoice_settings?.default_payment_method ?? null;
  if (requested === null) return null;
  if (method !== null && requested === params.payment_method) return method.id;
  throw notAttached(requested, DEFAULT_METHOD);
}

/** By default an unknown location is an error only where a tax is calculated. */
function checkLocation(context: Context, id: string, { tax }: NewCustomer): void {
  if (tax?.validate_location !== 'immediately') return;
  if (taxLocation(context, requireCustomer(context, id)) !== null) return;
  throw rejected(
    "We could not determine the customer's tax location based on the provided customer address.",
    { code: 'customer_tax_location_invalid', param: 'address' },
  );
}

/** Since basil, discounts belong to subscriptions and invoices. */
const NO_COUPONS_SINCE = '2025-03-31';

function withDiscount(
  context: Context,
  customer: Customer,
  { coupon, promotion_code: code }: NewCustomer,
): Customer {
  const param = coupon === undefined ? 'promotion_code' : 'coupon';
  if (coupon === undefined && code === undefined) return customer;
  if (context.cause.version >= NO_COUPONS_SINCE) throw unknownParameters([param]);
  if (coupon === null || code === null) return takeDiscount(context, customer);
  const { id } = customer;
  const purchase = { customer: id, currency: null, amount: 0, products: null };
  const source = discountSource(context, purchase, { coupon, promotion_code: code }, '');
  return giveDiscount(context, customer, source);
}

function requireDiscount({ hidden: { discount }, id }: Customer): Discount {
  if (discount == null) throw noSuch('discount', id);
  return discount;
}

function defaultAfter(context: Context, customer: Customer, params: NewCustomer): string | null {
  const requested = params.invoice_settings?.default_payment_method;
  if (requested === undefined || requested === null)
    return requested === null ? null : customer.invoice_settings.default_payment_method;
  return requireOwnMethod(context, requested, customer.id, DEFAULT_METHOD).id;
}
