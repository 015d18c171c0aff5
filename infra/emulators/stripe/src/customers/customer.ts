import type Stripe from 'stripe';
import { type Discount, discountWire } from '../catalogue/discount.ts';
import { rejected } from '../description/api-error.ts';
import { type Context, tell } from '../kinds/context.ts';
import { changing, emit, newId, required } from '../kinds/objects.ts';
import type { Address, Shipping } from '../kinds/params/address.ts';
import { randomText } from '../kinds/random-text.ts';
import { type Held, type Kept, type Labelled, type Loose, plain, shown } from '../kinds/store/kind-type.ts';
import { testCardByName } from './methods/test-cards.ts';

type TaxLocation = Kept<Stripe.Customer.Tax.Location>;

/** Where the customer is for taxes: the first place that is known. Null if there is none. */
export function taxLocation(context: Context, customer: Customer): TaxLocation | null {
  const { address, shipping } = customer;
  const sentTo = shipping?.address;
  if (sentTo?.country) {
    return { country: sentTo.country, state: sentTo.state, source: 'shipping_destination' };
  }
  if (address?.country) {
    return { country: address.country, state: address.state, source: 'billing_address' };
  }
  return locationOfMethod(context, customer);
}

/** In the United States the country of a card is not enough. */
function locationOfMethod(
  { store }: Context,
  { invoice_settings: { default_payment_method: id } }: Customer,
): TaxLocation | null {
  const method = store.paymentMethods.get(id ?? '');
  if (method === undefined) return null;
  const { address } = method.billing_details;
  const country = address?.country || testCardByName(method.card.testCard).country;
  const state = address?.state || null;
  return country === 'US' && state === null ? null : { country, state, source: 'payment_method' };
}

/** The payment methods of a deleted customer remain, but cannot be used again. */
function releaseMethods({ store }: Context, customer: Customer): void {
  for (const method of store.paymentMethods.where('customer', customer.id)) {
    store.paymentMethods.put({ ...method, customer: null, usedUp: true });
  }
}

/** Deletes a customer and cancels its subscriptions immediately. */
export function deleteCustomer(context: Context, customer: Customer): object {
  tell(context, 'customerDeleted', customer);
  releaseMethods(context, customer);
  emit(context, 'customer.deleted', customerWire(customer));
  return customerWire(context.store.customers.put(hiding(customer, { deleted: true })));
}

/** The customers on a test clock are deleted with it, without a word. */
export function deleteOnClock(context: Context, clock: { readonly id: string }): void {
  for (const customer of context.store.customers.values()) {
    if (customer.test_clock !== clock.id) continue;
    releaseMethods(context, customer);
    context.store.customers.put(hiding(customer, { deleted: true }));
  }
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Shown, without any effect on pages. */
export interface InvoiceRendering {
  readonly amount_tax_display?: string | null;
  readonly pdf?: { readonly page_size?: 'a4' | 'auto' | 'letter' };
}

/** Whether a customer pays no tax, or pays it to their own country. */
export type TaxExemption = 'exempt' | 'none' | 'reverse';

type OnRequest =
  | 'cash_balance'
  | 'discount'
  | 'invoice_credit_balance'
  | 'sources'
  | 'subscriptions'
  | 'tax'
  | 'tax_ids';

/** What is told more exactly than Stripe's types do. */
interface Narrowed {
  readonly address: Address | null;
  readonly shipping: Shipping | null;
  /** Names that were never collected are not shown. */
  readonly business_name?: string;
  readonly individual_name?: string;
  readonly delinquent: boolean;
  readonly invoice_prefix: string;
  readonly preferred_locales: readonly string[];
  readonly tax_exempt: TaxExemption;
}

export interface Customer
  extends Held,
    Labelled,
    Narrowed,
    Omit<Kept<Stripe.Customer, OnRequest>, keyof Labelled | keyof Narrowed> {
  readonly hidden: {
    readonly deleted: boolean;
    /** Shown as a whole on all invoices. */
    readonly discount: Discount | null;
    /** The balance in other currencies than the customer's. */
    readonly balances: Readonly<Record<string, number>>;
    /** Ids of pending invoice items. */
    readonly pending: readonly string[];
    /** Oldest first. */
    readonly tax_ids: readonly string[];
  };
}

export const PLAIN_CUSTOMER = plain<Customer>()('customer', {
  balance: 0,
  delinquent: false,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  metadata: {},
  next_invoice_sequence: 1,
  preferred_locales: [],
  tax_exempt: 'none',
  hidden: { deleted: false, discount: null, balances: {}, pending: [], tax_ids: [] },
});

const show = shown<Stripe.Customer>('customer', PLAIN_CUSTOMER);

export function customerWire(customer: Customer): Stripe.Customer | Stripe.DeletedCustomer {
  const { deleted, discount } = customer.hidden;
  if (deleted) return { id: customer.id, object: 'customer', deleted };
  return show(customer, { discount: discount && discountWire(discount) });
}

/** A customer of whose hidden fields some differ. */
export function hiding(customer: Customer, hidden: Partial<Customer['hidden']>): Loose<Customer> {
  return { ...customer, hidden: { ...customer.hidden, ...hidden } };
}

/** A customer with another default payment method. */
export function payingBy(customer: Customer, default_payment_method: string | null): Loose<Customer> {
  return { ...customer, invoice_settings: { ...customer.invoice_settings, default_payment_method } };
}

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

/** Invoices can only be sent to a customer with an email address. */
export function requireEmail({ store }: Context, customer: string): void {
  if ((store.customers.get(customer)?.email ?? '') !== '') return;
  throw rejected(
    'Missing email. In order to create invoices that are sent to the customer, the customer must have a valid email.',
  );
}

/** The time of a customer, which a test clock may tell. */
export function customerTime(
  { store, time }: Context,
  { customer }: { readonly customer?: string | null | undefined },
): number {
  return time.now(store.customers.get(customer ?? '')?.test_clock ?? null);
}

export const changeCustomer = changing('customer.updated', 'customers', (_, customer) =>
  customerWire(customer),
);

export type CustomerFields = Partial<Omit<Customer, 'created' | 'hidden'>>;

export function createCustomer(context: Context, given: CustomerFields): Customer {
  const customer = context.store.customers.put({
    ...{ ...PLAIN_CUSTOMER, id: newId('cus', 14), invoice_prefix: randomText(8).toUpperCase() },
    ...given,
    created: context.time.now(given.test_clock ?? null),
  });
  emit(context, 'customer.created', customerWire(customer));
  return customer;
}
