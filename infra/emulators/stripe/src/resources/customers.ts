import { noteBalanceChange } from '../billing/customer-balance.ts';
import { rejectAttached, savableMethod } from '../billing/ready-made-method.ts';
import { discountSource } from '../billing/resolve-discounts.ts';
import { attachPaymentMethod } from '../billing/save-card.ts';
import { rejectFullClock } from '../billing/test-clock-limits.ts';
import type { Context } from '../context.ts';
import { addTaxId } from '../customers/add-tax-id.ts';
import { addCardSource, changeDefaultSource } from '../customers/card-sources.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { deleteCustomer } from '../customers/delete-customer.ts';
import { giveDiscount, takeDiscount } from '../discounts/customer-discount.ts';
import { noSuch, rejected, unknownParameters } from '../errors/api-error.ts';
import { changedAttributes, emit } from '../events.ts';
import { deletion, type Endpoint, nothing, type PathParams, post, retrieval } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { finder, notAttached, requireCustomer, requireOwnMethod } from '../lookup/lookup.ts';
import { taxLocation } from '../lookup/tax-location.ts';
import { changedMetadata } from '../params/metadata.ts';
import type { ReadValue } from '../params/reader.ts';
import type { Customer, PaymentMethod } from '../state/customer-entities.ts';
import type { Discount } from '../state/discount-entities.ts';
import { customerWire } from '../wire/customer-wire.ts';
import { deletedDiscountWire, discountWire } from '../wire/discount-wire.ts';
import { type CustomerParams, createParams, readChanges, updateParams } from './customer-params.ts';

type NewCustomerParams = ReadValue<typeof createParams>;

/** Balance currency of a customer without invoices. */
const ACCOUNT_CURRENCY = 'usd';

const customers = resource(
  '/v1/customers',
  finder('customer', 'customers'),
  (_, entity) => customerWire(entity),
  { event: 'customer' },
);

const DISCOUNT = '/v1/customers/:id/discount';

export const customerEndpoints: readonly Endpoint[] = [
  post('/v1/customers', createParams, create),
  customers.list({
    filters: { email: ({ email }) => email, test_clock: ({ testClock }) => testClock },
    // Customers on a test clock are listed only when filtering by it.
    where: ({ deleted, testClock }, { test_clock: clock }) =>
      !deleted && (clock !== undefined || testClock === null),
  }),
  retrieval('/v1/customers/:id', (context, id) => customerWire(requireCustomer(context, id, 'id', true))),
  post('/v1/customers/:id', updateParams, update),
  retrieval(DISCOUNT, (context, id) => discountWire(requireDiscount(requireCustomer(context, id)))),
  deletion(DISCOUNT, nothing, removeDiscount),
  deletion('/v1/customers/:id', nothing, (context, _params, { id = '' }) =>
    deleteCustomer(context, requireCustomer(context, id)),
  ),
];

function create(context: Context, params: NewCustomerParams): object {
  const testClock = params.test_clock ?? null;
  if (testClock !== null && context.store.testClocks.get(testClock) === undefined) {
    throw noSuch('billingclock', testClock, 'test_clock');
  }
  if (testClock !== null) rejectFullClock(context, testClock);
  if (params.id !== undefined) rejectTakenId(context, params.id);
  rejectTakenPrefix(context, params);
  const method = methodToSave(context, params);
  const customer = createCustomer(context, {
    ...readChanges(params),
    ...(params.id !== undefined && { id: params.id }),
    ...(params.balance ? { currency: ACCOUNT_CURRENCY } : {}),
    defaultPaymentMethod: defaultOfNew(params, method),
    testClock,
    metadata: changedMetadata({}, params.metadata),
  });
  const discounted = withDiscount(context, customer, params);
  if (customer.balance !== 0)
    noteBalanceChange(context, customer, { amount: customer.balance, type: 'initial' });
  if (method !== null) attachPaymentMethod(context, method, customer.id);
  for (const taxId of params.tax_id_data ?? []) {
    addTaxId(context, requireCustomer(context, customer.id), taxId);
  }
  checkLocation(context, customer.id, params);
  const { card, source = card } = params;
  if (source === undefined) return customerWire(discounted);
  addCardSource(context, requireCustomer(context, customer.id), source);
  return customerWire(requireCustomer(context, customer.id));
}

function rejectTakenId({ store }: Context, id: string): void {
  if (store.customers.get(id)?.deleted !== false) return;
  throw rejected('Customer already exists.', { code: 'resource_already_exists', param: 'id' });
}

/** The payment method is resolved before the customer is created, because the card may be declined. */
function methodToSave(context: Context, { payment_method: id }: NewCustomerParams): PaymentMethod | null {
  if (id === undefined) return null;
  const method = savableMethod(context, id);
  rejectAttached(method);
  return method;
}

const DEFAULT_METHOD = 'invoice_settings[default_payment_method]';

/** A new customer's only payment method is the one saved with it. */
function defaultOfNew(params: NewCustomerParams, method: PaymentMethod | null): string | null {
  const requested = params.invoice_settings?.default_payment_method ?? null;
  if (requested === null) return null;
  if (method !== null && requested === params.payment_method) return method.id;
  throw notAttached(DEFAULT_METHOD);
}

function rejectTakenPrefix({ store }: Context, { invoice_prefix: prefix }: CustomerParams, own?: string) {
  if (prefix === undefined) return;
  const holder = [...store.customers.values()].find(({ invoicePrefix }) => invoicePrefix === prefix);
  if (holder === undefined || holder.id === own) return;
  throw rejected(
    `This invoice number prefix is taken by customer: ${holder.id}. Please enter a different prefix.`,
    { param: 'invoice_prefix' },
  );
}

function update(context: Context, params: CustomerParams, { id = '' }: PathParams): object {
  const before = requireCustomer(context, id);
  rejectTakenPrefix(context, params, id);
  const changed = context.store.customers.put({
    ...before,
    ...readChanges(params, before),
    currency: before.currency ?? (params.balance ? ACCOUNT_CURRENCY : null),
    defaultPaymentMethod: defaultPaymentMethod(context, before, params),
    metadata: changedMetadata(before.metadata, params.metadata),
  });
  checkLocation(context, id, params);
  const after = withDiscount(context, changed, params);
  const amount = after.balance - before.balance;
  if (amount !== 0) noteBalanceChange(context, after, { amount, type: 'adjustment' });
  const wire = customerWire(after);
  emit(context, 'customer.updated', wire, changedAttributes(customerWire(before), wire));
  const { card, source = card, default_source } = params;
  changeDefaultSource(context, after, { source, default_source });
  return customerWire(requireCustomer(context, id));
}

/** By default an unknown location is an error only where a tax is calculated. */
function checkLocation(
  context: Context,
  id: string,
  { tax }: { readonly tax?: { readonly validate_location?: string | undefined } | undefined },
): void {
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
  { coupon, promotion_code: code }: Pick<CustomerParams, 'coupon' | 'promotion_code'>,
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

function requireDiscount({ discount, id }: Customer): Discount {
  if (discount == null) throw noSuch('discount', id);
  return discount;
}

function removeDiscount(context: Context, _params: object, { id = '' }: PathParams): object {
  const before = requireCustomer(context, id);
  const discount = requireDiscount(before);
  const wire = customerWire(takeDiscount(context, before));
  emit(context, 'customer.updated', wire, changedAttributes(customerWire(before), wire));
  return deletedDiscountWire(discount);
}

function defaultPaymentMethod(context: Context, customer: Customer, params: CustomerParams): string | null {
  const requested = params.invoice_settings?.default_payment_method;
  if (requested === undefined || requested === null)
    return requested === null ? null : customer.defaultPaymentMethod;
  return requireOwnMethod(context, requested, customer.id, DEFAULT_METHOD).id;
}
