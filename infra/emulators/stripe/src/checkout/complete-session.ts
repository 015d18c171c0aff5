import { countRedemption } from '../billing/redeem-coupon.ts';
import { attachPaymentMethod } from '../billing/save-card.ts';
import { startSubscription } from '../billing/start-subscription.ts';
import type { Context } from '../context.ts';
import { addTaxId } from '../customers/add-tax-id.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { changedAttributes, emit } from '../events.ts';
import { requireFound } from '../lookup/require.ts';
import type { CheckoutSession, PaidDetails } from '../state/checkout-entities.ts';
import type { Business } from '../state/custom-fields.ts';
import {
  type Address,
  type Customer,
  type PaymentMethod,
  UNITED_STATES,
} from '../state/customer-entities.ts';
import { checkoutSessionWire } from '../wire/checkout-session-wire.ts';
import { customerWire } from '../wire/customer-wire.ts';
import { invoicePurchase } from './invoice-purchase.ts';
import { saveForLater } from './save-for-later.ts';

/** Who completes a session without a payment method. */
export type Visitor = PaidDetails;

const DEBIT_TAKES_SECONDS = 3 * 86_400;

/** What follows the last step on the page: the customer, the subscription and the completed session. */
export function completeSession(
  context: Context,
  session: CheckoutSession,
  payer: PaymentMethod | Visitor,
  now: number,
): CheckoutSession {
  const { store } = context;
  const method = 'billingDetails' in payer ? payer : null;
  const { email, name, postalCode } = 'billingDetails' in payer ? payer.billingDetails : payer;
  const { phone = null, address, business, shipping, names } = session.collected ?? {};
  const details = {
    email,
    name,
    postalCode,
    phone,
    ...(address && { address }),
    ...(business && { business }),
    ...(shipping && { shipping }),
    ...(names && { names }),
  };
  const customer = session.customer ?? newCustomer(context, session, details);
  if (method !== null) attribute(context, session, method, customer);
  updateCustomer(context, session, details);
  keepTaxId(context, customer, business);
  const { paymentIntent } = session;
  const waits = store.paymentIntents.get(paymentIntent ?? '')?.status === 'processing';
  const buyer = { customer, paymentMethod: method?.id ?? null, paymentIntent, waits, now };
  const complete = store.sessions.put({
    ...session,
    status: 'complete',
    paymentStatus: paymentStatusOf(session, waits),
    paymentSettlesAt: waits ? now + DEBIT_TAKES_SECONDS : null,
    customer,
    customerDetails: details,
    awaitingAuthentication: false,
    ...boughtBy(context, session, buyer),
  });
  emit(context, 'checkout.session.completed', checkoutSessionWire(context, complete));
  return complete;
}

type Buyer = Omit<Parameters<typeof startSubscription>[1], 'customer' | 'session'> & {
  readonly customer: string | null;
};

/** What the session brings about in its mode. */
function boughtBy(context: Context, session: CheckoutSession, buyer: Buyer): Partial<CheckoutSession> {
  const { customer, paymentMethod, now } = buyer;
  if (session.mode === 'setup') {
    return { setupIntent: saveForLater(context, session, { customer, paymentMethod, now }).id };
  }
  if (session.mode === 'payment') {
    if (session.discount !== null) countRedemption(context, session.discount);
    // Where a bank has yet to decide, it follows with the money.
    const invoice = buyer.waits ? null : invoicePurchase(context, { ...session, customer }, now);
    return { invoice: invoice?.id ?? null };
  }
  const owner = requireFound(customer ?? undefined, 'customer of the session');
  const subscription = startSubscription(context, { ...buyer, session, customer: owner });
  return { subscription: subscription.id, invoice: subscription.latestInvoice };
}

/** Nobody where the session is to leave no customer behind. */
function newCustomer(
  context: Context,
  { createsCustomer }: CheckoutSession,
  details: PaidDetails,
): string | null {
  if (!createsCustomer) return null;
  const { email, phone = null, shipping } = details;
  const address = addressOf(details);
  const { name, ...names } = namesOf(details);
  return createCustomer(context, { email, name, phone, address, ...names, ...(shipping && { shipping }) }).id;
}

/** A customer is called by the name of the business, else by what they were asked for, else by the card's. */
function namesOf({ name, business, names }: PaidDetails) {
  return {
    name: business?.name ?? names?.business ?? names?.individual ?? name,
    ...(names?.business != null && { businessName: names.business }),
    ...(names?.individual != null && { individualName: names.individual }),
  };
}

/** What the postal code alone says of an address is taken for one in the United States. */
function addressOf({ address, postalCode }: PaidDetails): Address | null {
  return address ?? (postalCode === null ? null : { ...UNITED_STATES, postalCode });
}

/** Before anything is billed, so that the invoice carries it. */
function keepTaxId(context: Context, id: string | null, business: Business | undefined): void {
  const customer = context.store.customers.get(id ?? '');
  if (customer !== undefined && business?.taxId) addTaxId(context, customer, business.taxId);
}

function paymentStatusOf({ amountTotal }: CheckoutSession, waits: boolean): CheckoutSession['paymentStatus'] {
  if (waits) return 'unpaid';
  return amountTotal === 0 ? 'no_payment_required' : 'paid';
}

/** Says of the payment whose it is, and keeps the card for the customer where it is to be used again. */
function attribute(
  context: Context,
  session: CheckoutSession,
  method: PaymentMethod,
  customer: string | null,
): void {
  const { store } = context;
  if (customer === null) return;
  const isKept = session.mode !== 'payment' || session.intentData.setupFutureUsage !== null;
  if (isKept) attachPaymentMethod(context, method, customer);
  if (session.paymentIntent === null) return;
  const intent = requireFound(store.paymentIntents.get(session.paymentIntent), 'payment of the session');
  store.paymentIntents.put({ ...intent, customer });
  const charge = store.charges.get(intent.latestCharge ?? '');
  if (charge !== undefined) store.charges.put({ ...charge, customer });
}

/** What the visitor entered goes to a known customer as far as the session allows it; a number it asks for always does. */
function updateCustomer(
  context: Context,
  { customer, options }: CheckoutSession,
  details: PaidDetails,
): void {
  const { phone = null, shipping } = details;
  const { name, ...names } = namesOf(details);
  const before = context.store.customers.get(customer ?? '');
  if (before === undefined) return;
  const { address: takesAddress, name: takesName, shipping: takesShipping = false } = options.customerUpdate;
  const address = addressOf(details);
  const after: Customer = {
    ...before,
    ...(phone === null ? {} : { phone }),
    ...(takesName && name !== null ? { name, ...names } : {}),
    ...(takesAddress && address !== null ? { address } : {}),
    ...(takesShipping && shipping !== undefined ? { shipping } : {}),
  };
  const previous = changedAttributes(customerWire(before), customerWire(after));
  if (Object.keys(previous).length === 0) return;
  emit(context, 'customer.updated', customerWire(context.store.customers.put(after)), previous);
}
