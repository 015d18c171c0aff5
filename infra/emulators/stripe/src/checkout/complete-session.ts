import { countRedemption } from '../catalogue/discount.ts';
import { changeCustomer, createCustomer } from '../customers/customer.ts';
import { methodType } from '../customers/methods/card.ts';
import type { PaymentMethod } from '../customers/methods/payment-method.ts';
import { addTaxId } from '../customers/tax-id.ts';
import { defined } from '../description/json.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { type Address, UNITED_STATES } from '../kinds/params/address.ts';
import { keepForLater } from '../payments/debits/keep-for-later.ts';
import { mandateData, mandateFor } from '../payments/debits/make-mandate.ts';
import type { CheckoutSession, PaidDetails } from './checkout-entities.ts';
import { putSession } from './checkout-session.ts';
import type { Business } from './custom-fields.ts';
import { invoicePurchase } from './invoice-purchase.ts';
import { saveForLater } from './save-for-later.ts';
import { startSubscription } from './start-subscription.ts';

export type Visitor = PaidDetails;

const DEBIT_TAKES_SECONDS = 3 * 86_400;

/** Completes a session: creates or updates the customer and the purchased objects. */
export function completeSession(
  context: Context,
  session: CheckoutSession,
  payer: PaymentMethod | Visitor,
  now: number,
): CheckoutSession {
  const { store } = context;
  const method = 'billing_details' in payer ? payer : null;
  const { email, name, postal_code } = 'billing_details' in payer ? payer.billing_details : payer;
  const { phone = null, address, business, shipping, names } = session.collected ?? {};
  const details = defined({ email, name, postal_code, phone, address, business, shipping, names });
  const customer = session.customer ?? newCustomer(context, session, details);
  const kept = method && attribute(context, session, method, customer);
  if (session.setup_intent !== null) saveForLater(context, session, customer, method?.id ?? null);
  updateCustomer(context, session, details);
  keepTaxId(context, customer, business);
  const { payment_intent } = session;
  const payment = store.paymentIntents.get(payment_intent ?? '')?.status;
  const waits = payment === 'processing';
  const isOwed = waits || payment === 'requires_capture';
  const buyer = { customer, payment_method: kept?.id ?? null, payment_intent, waits, now };
  return putSession(context, 'checkout.session.completed', {
    ...session,
    status: 'complete',
    payment_status: isOwed ? 'unpaid' : session.amount_total === 0 ? 'no_payment_required' : 'paid',
    paymentSettlesAt: waits ? now + DEBIT_TAKES_SECONDS : null,
    customer,
    customer_details: details,
    awaitingAuthentication: false,
    ...boughtBy(context, session, buyer),
  });
}

type Buyer = Omit<Parameters<typeof startSubscription>[1], 'customer' | 'session'> & {
  readonly customer: string | null;
};

function boughtBy(context: Context, session: CheckoutSession, buyer: Buyer): Partial<CheckoutSession> {
  const { customer, now } = buyer;
  if (session.mode === 'setup') return {};
  if (session.mode === 'payment') {
    if (session.discount !== null) countRedemption(context, session.discount);
    // While the bank has yet to decide, the invoice is not created; it follows the payment.
    const invoice = buyer.waits ? null : invoicePurchase(context, { ...session, customer }, now);
    return { invoice: invoice?.id ?? null };
  }
  const owner = requireFound(customer ?? undefined, 'customer of the session');
  const subscription = startSubscription(context, { ...buyer, session, customer: owner });
  return { subscription: subscription.id, invoice: subscription.latest_invoice };
}

/** Null if the session does not create a customer. */
function newCustomer(
  context: Context,
  { createsCustomer }: CheckoutSession,
  details: PaidDetails,
): string | null {
  if (!createsCustomer) return null;
  const { email, phone = null, shipping } = details;
  const address = toAddress(details);
  const { name, ...names } = pickNames(details);
  return createCustomer(context, { email, name, phone, address, ...names, shipping: shipping ?? null }).id;
}

/** The business name takes precedence over collected names, and those over the cardholder's. */
function pickNames({ name, business, names }: PaidDetails) {
  return {
    name: business?.name ?? names?.business ?? names?.individual ?? name,
    ...(names?.business != null && { business_name: names.business }),
    ...(names?.individual != null && { individual_name: names.individual }),
  };
}

/** An address known only by its postal code is assumed to be in the United States. */
function toAddress({ address, postal_code }: PaidDetails): Address | null {
  return address ?? (postal_code === null ? null : { ...UNITED_STATES, postal_code });
}

/** Must run before billing, so that the invoice includes the tax id. */
function keepTaxId(context: Context, id: string | null, business: Business | undefined): void {
  const customer = context.store.customers.get(id ?? '');
  if (customer !== undefined && business?.tax_id) addTaxId(context, customer, business.tax_id);
}

/** Assigns the payment to the customer, and saves its method if it is to be reused. Returns what pays later. */
function attribute(
  context: Context,
  session: CheckoutSession,
  method: PaymentMethod,
  customer: string | null,
): PaymentMethod {
  const { store } = context;
  if (customer === null) return method;
  const { intentData, mode, options } = session;
  const own = options.methodOptions[methodType(method.card)]?.setup_future_usage;
  const isKept = mode !== 'payment' || (own ?? intentData.setup_future_usage ?? 'none') !== 'none';
  const intent = store.paymentIntents.get(session.payment_intent ?? '');
  const setup = store.setupIntents.get(session.setup_intent ?? '');
  if (intent !== undefined) store.paymentIntents.put({ ...intent, customer });
  const charge = store.charges.get(intent?.latest_charge ?? '');
  if (charge !== undefined) store.charges.put({ ...charge, customer });
  if (!isKept) return method;
  const mandate = mandateFor(context, { given: AGREED, method, payment: null })?.id;
  return keepForLater(context, method, {
    customer,
    mandate,
    origin: charge?.id ?? setup?.attempts?.at(-1)?.id,
  });
}

/** Whoever pays on the page accepts the mandate that is shown there. */
const AGREED = {
  acceptance: mandateData({ customer_acceptance: { online: {}, type: 'online' } }, 'mandate_data'),
};

/** Updates a known customer as far as `customer_update` allows; a collected phone number is always saved. */
function updateCustomer(
  context: Context,
  { customer, options }: CheckoutSession,
  details: PaidDetails,
): void {
  const { phone = null, shipping } = details;
  const { name, ...names } = pickNames(details);
  const before = context.store.customers.get(customer ?? '');
  if (before === undefined) return;
  const takes = (part: 'address' | 'name' | 'shipping') => options.customer_update[part] === 'auto';
  const address = toAddress(details);
  changeCustomer(context, before, {
    ...before,
    ...(phone === null ? {} : { phone }),
    ...(takes('name') && name !== null ? { name, ...names } : {}),
    ...(takes('address') && address !== null ? { address } : {}),
    ...(takes('shipping') && shipping !== undefined ? { shipping } : {}),
  });
}
