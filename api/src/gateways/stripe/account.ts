import type { CurrentPlan, Receipt } from '@outharbor/contract/schemas';
import type Stripe from 'stripe';
import type { Subscription, Unsettled } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { payBackCredit } from './credit.ts';
import { retrieveOwnCustomer } from './customers.ts';
import { isGone, isMissingAtStripe, isMissingCustomer, orElse } from './errors.ts';
import {
  findPeriodEnd,
  intentsOf,
  isFor,
  listAll,
  readSubscription,
  readSubscriptions,
  toId,
} from './mapping.ts';
import { cancelSubscription, listSubscriptions } from './subscriptions.ts';

export async function describePlan(
  context: StripeContext,
  id: string,
  uid: string,
): Promise<{ readonly subscription: Subscription; readonly plan: CurrentPlan } | undefined> {
  return orElse(isMissingAtStripe, undefined, async () => {
    const expand = ['latest_invoice', 'customer'];
    const found = await context.stripe.subscriptions.retrieve(id, { expand });
    const subscription = await readSubscription(context, found);
    // It was given to another person a moment ago; its event is on its way.
    if (subscription?.uid !== uid) return undefined;
    const { plan, endsAt } = subscription;
    const due = subscription.status === 'past_due' ? toDue(found.latest_invoice) : undefined;
    const renews = endsAt === undefined && found.ended_at === null;
    const next = renews ? await readNextPayment(context.stripe, found) : { ...(endsAt && { endsAt }) };
    const current = { planType: plan, since: found.start_date, ...next, ...(due && { due }) };
    return { subscription, plan: current };
  });
}

/** The amount Stripe will charge, including tax and less any credit from a plan change. */
async function readNextPayment(
  stripe: Stripe,
  { id, items }: Stripe.Subscription,
): Promise<Pick<CurrentPlan, 'nextPayment'>> {
  // It ended between the two calls, so nothing follows.
  return orElse(isGone, {}, async () => {
    const preview = await stripe.invoices.createPreview({ subscription: id });
    const { amount_due: amount, currency } = preview;
    return { nextPayment: { at: findPeriodEnd(items), amount, currency } };
  });
}

function toDue(invoice: Stripe.Invoice | string | null): CurrentPlan['due'] {
  if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open') return undefined;
  const { amount_remaining: amount, currency, hosted_invoice_url: url } = invoice;
  return { amount, currency, ...(url && { url }) };
}

const MOST_RECEIPTS = 100;

/** Newest first, and only those of the person: the operator may have given the customer to another. */
export async function listReceipts(
  context: StripeContext,
  customer: string,
  uid: string,
): Promise<Receipt[]> {
  const { stripe } = context;
  return orElse(isMissingCustomer, [], async () => {
    const invoices: Stripe.Invoice[] = [];
    for await (const invoice of stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })) {
      if (isIssued(invoice) && (await isFor(context, uid, invoice))) invoices.push(invoice);
      if (invoices.length === MOST_RECEIPTS) break;
    }
    const returned = await readReturned(stripe, customer, invoices.flatMap(intentsOf));
    return invoices.map((invoice) => toReceipt(invoice, returned));
  });
}

/** What was returned of each payment. The customer can have many others, which another product took. */
async function readReturned(
  stripe: Stripe,
  customer: string,
  intents: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const returned = new Map<string, number>();
  if (intents.length === 0) return returned;
  for await (const { payment_intent, amount_refunded, paid } of stripe.charges.list({
    customer,
    limit: 100,
  })) {
    const intent = toId(payment_intent) ?? '';
    if (paid && intents.includes(intent)) returned.set(intent, amount_refunded);
    if (returned.size === intents.length) break;
  }
  return returned;
}

const isIssued = ({ status }: Stripe.Invoice) => status !== null && status !== 'draft';

function toReceipt(invoice: Stripe.Invoice, returnedByIntent: ReadonlyMap<string, number>): Receipt {
  const returned = intentsOf(invoice).reduce((sum, intent) => sum + (returnedByIntent.get(intent) ?? 0), 0);
  const { id, number, created, total: amount, currency, status } = invoice;
  const url = invoice.hosted_invoice_url ?? invoice.invoice_pdf;
  return {
    id,
    ...(number && { number }),
    created,
    amount,
    currency,
    status: status === 'paid' ? 'paid' : status === 'open' ? 'open' : 'closed',
    ...(returned > 0 && { returned }),
    ...(url && { url }),
  };
}

/** Undoes a scheduled cancellation. Stripe rejects clearing both fields at once, so this clears the one that is set. */
export async function keepSubscription(
  context: StripeContext,
  id: string,
  uid: string,
): Promise<'kept' | 'ended'> {
  return orElse(isGone, 'ended', async () => {
    const found = await context.stripe.subscriptions.retrieve(id, { expand: ['customer'] });
    if ((await readSubscription(context, found))?.uid !== uid) return 'ended';
    const change: Stripe.SubscriptionUpdateParams = found.cancel_at_period_end
      ? { cancel_at_period_end: false }
      : { cancel_at: '' };
    await context.stripe.subscriptions.update(id, change);
    return 'kept';
  });
}

export async function exportCustomer(
  context: StripeContext,
  id: string,
  uid: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const customer = await retrieveOwnCustomer(context, id, uid);
  if (customer === undefined) return undefined;
  const [cards, subscriptions, receipts] = await Promise.all([
    listAll(context.stripe.customers.listPaymentMethods(id, { limit: 100 })),
    listSubscriptions(context, id),
    listReceipts(context, id, uid),
  ]);
  const { name, email, phone, address, created } = customer;
  return {
    ...{ id, name, email, phone, address, created },
    cards: cards.map(({ card, created }) => ({
      brand: card?.brand,
      last4: card?.last4,
      expires: card && `${card.exp_month}/${card.exp_year}`,
      created,
    })),
    subscriptions: subscriptions.filter((subscription) => subscription.uid === uid),
    receipts,
  };
}

/**
 * Ends the person's subscriptions and pays back their credit. Idempotent. Resolves with what the operator has to settle
 * by hand.
 */
export async function settleCustomer(context: StripeContext, id: string, uid: string): Promise<Unsettled> {
  const { stripe } = context;
  return orElse(isMissingAtStripe, { credit: undefined, otherSubscriptions: [] }, async () => {
    const expand = ['data.customer'];
    const current = await listAll(stripe.subscriptions.list({ customer: id, limit: 100, expand }));
    const all = await readSubscriptions(context, current);
    const ours = all.filter((subscription) => subscription.uid === uid);
    for (const subscription of ours) await cancelSubscription(context, subscription.id);
    const credit = await payBackCredit(context, id, uid, ours[0]?.id);
    const isOurs = new Set(ours.map((subscription) => subscription.id));
    const others = current.filter((subscription) => !isOurs.has(subscription.id)).map(({ id }) => id);
    return { credit, otherSubscriptions: others };
  });
}

/**
 * Deletes a settled customer, unless it is another person's or has an open checkout: the person's own were expired
 * before, so another product opened it. Stripe retains invoices and charges, as the law requires. Idempotent.
 */
export async function deleteCustomer(context: StripeContext, id: string, uid: string): Promise<void> {
  const { stripe } = context;
  await orElse(isMissingAtStripe, undefined, async () => {
    if ((await retrieveOwnCustomer(context, id, uid)) === undefined) return;
    const open = await stripe.checkout.sessions.list({ customer: id, status: 'open', limit: 1 });
    if (open.data.length === 0) await stripe.customers.del(id);
  });
}
