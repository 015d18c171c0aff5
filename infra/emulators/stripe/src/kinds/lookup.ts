import type { InvoiceItem } from '../billing/billing-entities.ts';
import type { Price } from '../catalogue/catalogue-entities.ts';
import type { Coupon } from '../catalogue/discount-entities.ts';
import type { Customer, PaymentMethod } from '../customers/customer-entities.ts';
import { ApiError, noSuch, noSuchItem, rejected, wrongCurrency } from '../description/api-error.ts';
import type { Context } from './context.ts';
import type { Collection } from './store/collection.ts';
import type { Identified } from './store/entity.ts';
import type { Store } from './store/store.ts';

function required<T>(entity: T | undefined, kind: string, id: string, param?: string): T {
  if (entity === undefined) throw noSuch(kind, id, param);
  return entity;
}

export type Find<T> = (context: Context, id: string, param?: string) => T;

/** The objects in a collection of the store. */
type In<N extends keyof Store> = Store[N] extends Collection<infer T> ? T : never;

/** Finds an object of one kind, or throws Stripe's error for an unknown id. */
export interface Finder<T extends Identified> extends Find<T> {
  /** The name that messages use for the kind. */
  readonly kind: string;
  readonly among: (store: Store) => Collection<T>;
}

export function finder<N extends keyof Store>(kind: string, name: N): Finder<In<N>> {
  return finderAmong(kind, (store) => store.collection<In<N>>(name));
}

export function finderAmong<T extends Identified>(kind: string, among: Finder<T>['among']): Finder<T> {
  const find: Find<T> = ({ store }, id, param) => required(among(store).get(id), kind, id, param);
  return Object.assign(find, { kind, among });
}

export const requireProduct = finder('product', 'products');
export const requireSession = finder('checkout.session', 'sessions');
export const requireSubscription = finder('subscription', 'subscriptions');
export const requireSchedule = finder('subscription_schedule', 'schedules');
export const requireInvoice = finder('invoice', 'invoices');
export const requireCreditNote = finder('credit note', 'creditNotes');
/** Unlike those of other objects, its error says the mode. */
export function requireInvoiceItem({ livemode, store }: Context, id: string, param?: string): InvoiceItem {
  const item = store.invoiceItems.get(id);
  if (item !== undefined) return item;
  const { status, type, message, details } = noSuch('Invoice Item', id, param);
  throw new ApiError(status, type, `${message}(livemode=${livemode})`, details);
}

export const requireIntent = finder('payment_intent', 'paymentIntents');
export const requireSetupIntent = finder('setupintent', 'setupIntents');
export const requireCharge = finder('charge', 'charges');
export const requireRefund = finder('refund', 'refunds');
export const requirePaymentMethod = finder('PaymentMethod', 'paymentMethods');
/** A payment method that pays for a customer by default must be attached to the customer. */
export function requireOwnMethod(
  context: Context,
  id: string,
  customer: string | undefined,
  param: string,
): PaymentMethod {
  const method = requirePaymentMethod(context, id, param);
  if (method.customer === customer) return method;
  throw notAttached(param);
}

export function notAttached(param: string): ApiError {
  return rejected(
    'The customer does not have a payment method with the given ID. The payment method must be attached to the customer.',
    { param },
  );
}

export const requireLedgerEntry = finder('balance transaction', 'ledger');
export const requireDispute = finder('dispute', 'disputes');
export const requireConfiguration = finder('configuration', 'portalConfigurations');
export const requireTaxRate = finder('tax rate', 'tax_rates');
export const requireShippingRate = finder('shipping rate', 'shippingRates');
export const requireEvent = finder('event', 'events');
export const requirePromotionCode = finder('promotion code', 'promotionCodes');

/** Deleted customers count as missing unless `deletedToo` is set, as where Stripe still shows them. */
export function requireCustomer({ store }: Context, id: string, param = 'id', deletedToo = false): Customer {
  const customer = store.customers.get(id);
  const shown = customer?.hidden.deleted && !deletedToo ? undefined : customer;
  return required(shown, 'customer', id, param);
}

/** The customer that a parameter names, if it is given. */
export function givenCustomer(context: Context, id: string | undefined): Customer | null {
  return id === undefined ? null : requireCustomer(context, id, 'customer');
}

/** The time of a customer, which a test clock may tell. */
export function customerTime(
  { store, time }: Context,
  { customer }: { readonly customer?: string | null | undefined },
): number {
  return time.now(store.customers.get(customer ?? '')?.test_clock ?? null);
}

/** A subscription item and its subscription. */
export function requireSubscriptionItem({ store }: Context, id: string) {
  for (const subscription of store.subscriptions.newestFirst()) {
    const item = subscription.items.find((candidate) => candidate.id === id);
    if (item !== undefined) return { item, subscription };
  }
  throw noSuchItem(id);
}

/** Invoices can only be sent to a customer with an email address. */
export function requireEmail({ store }: Context, customer: string): void {
  if ((store.customers.get(customer)?.email ?? '') !== '') return;
  throw rejected(
    'Missing email. In order to create invoices that are sent to the customer, the customer must have a valid email.',
  );
}

/** The price of a deleted plan counts as missing. */
export function requireKnownPrice({ store }: Context, id: string, param?: string): Price {
  const price = store.prices.get(id);
  return required(price?.hidden?.deleted ? undefined : price, 'price', id, param);
}

/** Archived prices cannot be used for anything new. */
export function requireActivePrice(context: Context, id: string, param: string): Price {
  const price = requireKnownPrice(context, id, param);
  if (price.active) return price;
  throw rejected('The price specified is inactive. This field only accepts active prices.', { param });
}

/** Nothing new is sold of an archived product, although its prices stay active. */
export function rejectArchivedProduct(
  { store }: Context,
  { product }: Pick<Price, 'product'>,
  message: string,
  param: string,
): void {
  if (store.products.get(product)?.active === false) throw rejected(message, { param });
}

/** All prices must be in the currency that the request names, if it names one. An unknown price has no currency. */
export function requireCurrency(
  prices: readonly (Pick<Price, 'currency'> | undefined)[],
  currency: string | null | undefined,
  list: string,
): void {
  if (currency == null) return;
  for (const [index, price] of prices.entries())
    if (price && price.currency !== currency)
      throw wrongCurrency(price.currency, currency, `${list}[${index}][price]`);
}

export function requireCoupon({ store }: Context, id: string, param?: string): Coupon {
  const coupon = store.coupons.get(id);
  return required(coupon?.hidden?.deleted ? undefined : coupon, 'coupon', id, param);
}
