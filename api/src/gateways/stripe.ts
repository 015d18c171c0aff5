import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import type { ObserveDependency } from '../metrics/metrics.ts';
import { createDependency } from './dependency.ts';
import type {
  CheckoutSessionPage,
  CheckoutSessionQuery,
  NewCheckoutSession,
  NewCustomer,
  PaymentGateway,
} from './payment-gateway.ts';
import { createStripeClient } from './stripe-client.ts';
import {
  isAlreadyRefunded,
  isMissingAtStripe,
  isRefusedByState,
  translateStripeError,
} from './stripe-errors.ts';
import { expectList, expectObject, idOf, toCheckoutSession, toSubscription } from './stripe-mapping.ts';
import { createPriceFinder } from './stripe-prices.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

/** The payment provider through the official SDK. */
export function createStripeGateway(config: Config['stripe'], observe: ObserveDependency): PaymentGateway {
  const stripe = createStripeClient(config);
  const findPrice = createPriceFinder(stripe);
  const call = createDependency({
    name: 'stripe',
    // One try, one retry and the pause between them.
    timeoutMs: config.timeoutMs * 2 + 1000,
    maxInFlight: 256,
    observe,
    translate: translateStripeError,
  });

  return {
    createCustomer: (customer) =>
      call(
        'create_customer',
        async () => expectObject(await createCustomer(stripe, customer), 'customer').id,
      ),
    customerUid: (id) => call('retrieve_customer', () => customerUid(stripe, id)),
    createCheckoutSession: (session) =>
      call('create_session', async () => createSession(stripe, session, await findPrice(session.plan))),
    retrieveCheckoutSession: (id) => call('retrieve_session', () => retrieveSession(stripe, id)),
    listOpenCheckoutSessions: (customer) =>
      call('list_open_sessions', async () => {
        const page = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
        return expectList(page).map(toCheckoutSession);
      }),
    listCheckoutSessions: (query) => call('list_sessions', () => listSessions(stripe, query)),
    expireCheckoutSession: (id) => call('expire_session', () => expireSession(stripe, id)),
    listSubscriptions: (customer) =>
      call('list_subscriptions', async () => {
        const page = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
        return expectList(page).map(toSubscription);
      }),
    markDuplicate: (id, kept) =>
      call('mark_duplicate', () => noteOnSubscription(stripe, id, { duplicate_of: kept })),
    refundLatestPayment: (id) => call('refund', () => refundLatestPayment(stripe, id)),
    markRefunded: (id) =>
      call('mark_refunded', () => noteOnSubscription(stripe, id, { duplicate_refunded: 'true' })),
    cancelSubscription: (id) => call('cancel_subscription', () => cancelSubscription(stripe, id)),
    createPortalSession: (customer, returnUrl) =>
      call('create_portal_session', async () => {
        const portal = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
        return addressOf(portal);
      }),
    readWebhook: (body, signature) =>
      readStripeWebhook(stripe.webhooks, config.webhookSecrets, body, signature),
    ping: () =>
      call('ping', async () => {
        const page = await stripe.prices.list(
          { limit: 1 },
          { maxNetworkRetries: 0, timeout: Math.min(config.timeoutMs, 2000) },
        );
        expectList(page);
      }),
  };
}

function createCustomer(stripe: Stripe, customer: NewCustomer): Promise<Stripe.Customer> {
  const { uid, email, name, replaces } = customer;
  // The same key with other parameters is refused, so the key follows what is sent; and the key of
  // a customer that was deleted would be answered with that one again.
  const details = createHash('sha256')
    .update(`${email ?? ''}\n${name ?? ''}\n${replaces ?? ''}`)
    .digest('hex')
    .slice(0, 16);
  return stripe.customers.create(
    { metadata: { uid }, ...(email && { email }), ...(name && { name: name.slice(0, 256) }) },
    { idempotencyKey: `customer-${uid}-${details}` },
  );
}

async function customerUid(stripe: Stripe, id: string): Promise<string | undefined> {
  try {
    const customer = expectObject(await stripe.customers.retrieve(id), 'customer');
    return customer.deleted ? undefined : customer.metadata.uid;
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

async function createSession(stripe: Stripe, session: NewCheckoutSession, price: string) {
  const metadata = { uid: session.uid, plan: session.plan };
  try {
    const created = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: session.customerId,
        client_reference_id: session.uid,
        line_items: [{ price, quantity: 1 }],
        metadata,
        subscription_data: { metadata },
        success_url: session.successUrl,
        cancel_url: session.cancelUrl,
      },
      { idempotencyKey: `checkout-${session.attempt}` },
    );
    return { id: created.id, url: addressOf(created) };
  } catch (error) {
    if (isMissingAtStripe(error, 'customer')) return 'customer_missing';
    throw error;
  }
}

/** Of an answer that only looks like a session there may be none. */
function addressOf({ url }: { readonly url: string | null }): string {
  if (url) return url;
  throw new AppError('dependency_unavailable', { cause: new Error('the answer has no url') });
}

async function listSessions(
  stripe: Stripe,
  { createdSince, after, limit }: CheckoutSessionQuery,
): Promise<CheckoutSessionPage> {
  try {
    const page = await stripe.checkout.sessions.list({
      created: { gte: createdSince },
      limit,
      ...(after && { starting_after: after }),
    });
    return { sessions: expectList(page).map(toCheckoutSession), hasMore: page.has_more };
  } catch (error) {
    // The session of a former page may be too old by now, or of another account.
    if (isMissingAtStripe(error, 'starting_after')) return listSessions(stripe, { createdSince, limit });
    throw error;
  }
}

async function retrieveSession(stripe: Stripe, id: string) {
  try {
    const found = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
    return toCheckoutSession(expectObject(found, 'checkout.session'));
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

async function expireSession(stripe: Stripe, id: string): Promise<'expired' | 'not_open'> {
  try {
    expectObject(await stripe.checkout.sessions.expire(id), 'checkout.session');
    return 'expired';
  } catch (error) {
    if (isRefusedByState(error) || isMissingAtStripe(error)) return 'not_open';
    throw error;
  }
}

async function refundLatestPayment(stripe: Stripe, id: string): Promise<'refunded' | 'nothing_paid'> {
  const subscription = expectObject(await stripe.subscriptions.retrieve(id), 'subscription');
  const invoiceId = idOf(subscription.latest_invoice);
  if (invoiceId === undefined) return 'nothing_paid';
  const invoice = expectObject(
    await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }),
    'invoice',
  );
  if (invoice.amount_paid === 0) return 'nothing_paid';
  const paid = invoice.payments?.data.find((payment) => payment.status === 'paid');
  const intent = idOf(paid?.payment.payment_intent);
  if (intent === undefined) {
    throw new AppError('internal_error', { cause: new Error(`no payment to refund in ${invoiceId}`) });
  }
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: intent, reason: 'duplicate', metadata: { subscription: id } },
      { idempotencyKey: `refund-duplicate-${id}` },
    );
    expectObject(refund, 'refund');
  } catch (error) {
    if (!isAlreadyRefunded(error)) throw error;
  }
  return 'refunded';
}

async function noteOnSubscription(stripe: Stripe, id: string, metadata: Stripe.MetadataParam): Promise<void> {
  expectObject(await stripe.subscriptions.update(id, { metadata }), 'subscription');
}

async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  try {
    const ended = await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
    expectObject(ended, 'subscription');
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}
