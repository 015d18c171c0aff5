import type Stripe from 'stripe';
import type { RefundOutcome, Subscription } from '../payment-gateway.ts';
import { isMissingAtStripe } from './errors.ts';
import { expectList, expectObject, idOf, toSubscription, toSubscriptions } from './mapping.ts';
import { refundPayment } from './refunds.ts';

/** Needed to tell whether anything was ever paid. */
const INVOICE = 'latest_invoice';

export async function listSubscriptions(
  stripe: Stripe,
  customer: string,
  deployment: string,
): Promise<Subscription[]> {
  try {
    const page = await stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
      expand: [`data.${INVOICE}`],
    });
    return toSubscriptions(expectList(page), deployment);
  } catch (error) {
    if (isMissingAtStripe(error, 'customer')) return [];
    throw error;
  }
}

export async function listAllSubscriptions(stripe: Stripe, deployment: string): Promise<Subscription[]> {
  const found: Subscription[] = [];
  for await (const one of stripe.subscriptions.list({ limit: 100 })) {
    found.push(...toSubscriptions([one], deployment));
  }
  return found;
}

export async function retrieveSubscription(
  stripe: Stripe,
  id: string,
  deployment: string,
): Promise<Subscription | undefined> {
  try {
    const found = await stripe.subscriptions.retrieve(id, { expand: [INVOICE] });
    return toSubscription(expectObject(found, 'subscription'), deployment);
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

export async function updateSubscription(
  stripe: Stripe,
  id: string,
  change: Stripe.SubscriptionUpdateParams,
): Promise<void> {
  expectObject(await stripe.subscriptions.update(id, change), 'subscription');
}

export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  try {
    const ended = await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
    expectObject(ended, 'subscription');
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}

export async function refundLatestPayment(stripe: Stripe, id: string): Promise<RefundOutcome> {
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
  if (intent === undefined) throw new Error(`no payment to refund in ${invoiceId}`);
  return refundPayment(stripe, intent, id);
}
