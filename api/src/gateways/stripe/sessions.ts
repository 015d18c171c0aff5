import type { PlanName } from '@outharbor/contract/plans';
import type Stripe from 'stripe';
import type { Config } from '../../config/config.ts';
import type { CheckoutSession, OpenCheckoutSession } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { isGone, isMissingAtStripe, isMissingCustomer, isRejectedPrice, orElse } from './errors.ts';
import { listAll, mayBeOf, readSubscriptions, toCheckoutSession } from './mapping.ts';
import { findCurrentPrice, notForSale } from './prices.ts';
import { listSubscriptions } from './subscriptions.ts';

interface NewCheckoutSession {
  readonly uid: string;
  readonly customerId: string;
  readonly plan: PlanName;
  readonly price: string;
  /** Stored in the session and in the subscription bought there. */
  readonly attempt: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** `customer_missing`: the customer was deleted, which also ended its subscriptions, or belongs to another person. */
export async function createCheckoutSession(
  context: StripeContext,
  session: NewCheckoutSession,
): Promise<OpenCheckoutSession | 'customer_missing'> {
  try {
    return await openSession(context, session);
  } catch (error) {
    if (!isRejectedPrice(error)) throw error;
    const price = await findCurrentPrice(context, session.plan);
    return openSession(context, { ...session, price }).catch((again: unknown) => {
      throw isRejectedPrice(again) ? notForSale(session.plan, again) : again;
    });
  }
}

async function openSession(
  { stripe, deployment, tax }: StripeContext,
  { uid, customerId, plan, price, attempt, successUrl, cancelUrl }: NewCheckoutSession,
): Promise<OpenCheckoutSession | 'customer_missing'> {
  const metadata = { uid, deployment, plan, price, attempt };
  return orElse(isMissingCustomer, 'customer_missing', async () => {
    const created = await stripe.checkout.sessions.create({
      mode: 'subscription',
      // Other methods may take days to pay or fail after the plan was granted.
      allowed_payment_method_types: ['card'],
      customer: customerId,
      client_reference_id: uid,
      expand: ['customer'],
      line_items: [{ price, quantity: 1 }],
      metadata,
      subscription_data: { metadata },
      // The dashboard may turn it on for all sessions, and then people are charged in their own currency.
      adaptive_pricing: { enabled: false },
      success_url: successUrl,
      cancel_url: cancelUrl,
      ...taxParams(tax),
    });
    const { id, url, customer } = created;
    if (!url) throw new Error('the session has no url');
    const isTheirs =
      customer === null ||
      typeof customer === 'string' ||
      customer.deleted ||
      mayBeOf(uid, customer.metadata, deployment);
    if (isTheirs) return { id, url };
    await stripe.checkout.sessions.expire(id);
    return 'customer_missing';
  });
}

/** Tax details that the page collects and stores on the customer, from which invoices take them. */
function taxParams({
  automatic,
  ids,
  addresses,
}: Config['stripe']['tax']): Partial<Stripe.Checkout.SessionCreateParams> {
  if (!automatic && !ids && !addresses) return {};
  return {
    ...(automatic && { automatic_tax: { enabled: true } }),
    ...(ids && { tax_id_collection: { enabled: true } }),
    ...(addresses && { billing_address_collection: 'required' }),
    customer_update: { address: 'auto', name: 'auto' },
  };
}

export async function retrieveCheckoutSession(context: StripeContext, id: string) {
  const { stripe } = context;
  return orElse(isMissingAtStripe, undefined, async () => {
    const expand = ['customer.subscriptions.data.latest_invoice'];
    const found = await stripe.checkout.sessions.retrieve(id, { expand });
    const session = toCheckoutSession(found, context);
    return session && { session, subscriptions: await expandedSubscriptions(context, found.customer) };
  });
}

/** The expanded list is truncated, so customers with more subscriptions need another call. */
async function expandedSubscriptions(context: StripeContext, customer: Stripe.Checkout.Session['customer']) {
  if (customer === null || typeof customer === 'string' || customer.deleted) return [];
  const { subscriptions } = customer;
  if (subscriptions?.has_more !== false) {
    return listSubscriptions(context, customer.id);
  }
  return readSubscriptions(
    context,
    subscriptions.data.map((one) => ({ ...one, customer })),
  );
}

/** The hosts of open sessions, whoever opened them. */
export async function checkoutHosts({ stripe }: StripeContext): Promise<string[]> {
  const { data: open } = await stripe.checkout.sessions.list({ status: 'open', limit: 10 });
  return open.flatMap(({ url }) => (url ? [new URL(url).hostname] : []));
}

export async function listCheckoutSessions(
  context: StripeContext,
  customer: string,
): Promise<CheckoutSession[]> {
  return orElse(isMissingCustomer, [], async () => {
    const all = await listAll(context.stripe.checkout.sessions.list({ customer, limit: 100 }));
    return all.flatMap((session) => toCheckoutSession(session, context) ?? []);
  });
}

/** `not_open`: it was completed or expired in the meantime. */
export async function expireCheckoutSession(
  { stripe }: StripeContext,
  id: string,
): Promise<'expired' | 'not_open'> {
  return orElse(isGone, 'not_open', async () => {
    await stripe.checkout.sessions.expire(id);
    return 'expired';
  });
}
