import { changeCustomer } from '../customers/customer.ts';
import type { Context } from '../kinds/context.ts';
import { changing, emit, emitChange } from '../kinds/objects.ts';
import { type Invoice, type Subscription, trialEndAnnouncement } from './billing-entities.ts';
import { invoiceWire } from './invoices/invoice.ts';
import { hasPayment, invoicePaymentWire } from './invoices/invoice-payment.ts';
import { putSubscription, subscriptionWire } from './subscriptions/subscription.ts';

/** Stores a changed subscription and announces its update. */
export const changeSubscription = changing(
  'customer.subscription.updated',
  'subscriptions',
  subscriptionWire,
);

/** Emits an update event if anything visible changed. */
export function announceUpdate(context: Context, before: Subscription, after: Subscription): void {
  const former = subscriptionWire(context, before);
  emitChange(context, 'customer.subscription.updated', former, subscriptionWire(context, after));
}

/** Announces the end of a trial three days before, or at once for a shorter trial. */
export function announceTrialEnd(context: Context, subscription: Subscription, now: number): Subscription {
  const at = trialEndAnnouncement(subscription);
  return at === null || at > now ? subscription : trialWillEnd(context, subscription);
}

/** A trial that ends early is announced when it has ended. */
export function announceEndedTrial(
  context: Context,
  before: Subscription,
  after: Subscription,
): Subscription {
  const isEarly = before.status === 'trialing' && after.status !== 'trialing' && !before.trialEndAnnounced;
  return isEarly ? trialWillEnd(context, after) : after;
}

function trialWillEnd(context: Context, subscription: Subscription): Subscription {
  return putSubscription(context, 'customer.subscription.trial_will_end', {
    ...subscription,
    trialEndAnnounced: true,
  });
}

/** Announces the new status of a subscription that still has the former one. */
export function changeStatus(
  context: Context,
  id: string | null | undefined,
  from: Subscription['status'],
  to: Subscription['status'],
): void {
  const before = context.store.subscriptions.get(id ?? '');
  if (before?.status !== from) return;
  changeSubscription(context, before, { ...before, status: to });
}

/** An invoice that is not paid in time makes its subscription past due and its customer delinquent. */
export function makeOverdue(context: Context, { customer, subscription }: Invoice): void {
  makePastDue(context, subscription);
  setDelinquent(context, customer, true);
}

/** An active subscription becomes past due. */
export function makePastDue(context: Context, id: string | null | undefined): void {
  changeStatus(context, id, 'active', 'past_due');
}

/** The latest change of any of the customer's invoices decides: a failed automatic payment or a missed due date. */
export function setDelinquent(context: Context, id: string, delinquent: boolean): void {
  const before = context.store.customers.get(id);
  if (before === undefined || before.hidden.deleted || before.delinquent === delinquent) return;
  changeCustomer(context, before, { ...before, delinquent });
}

/** No webhook has been delivered for it yet. */
export function announceCreation(context: Context, invoice: Invoice): Invoice {
  const announced = { ...invoiceWire(context, invoice), webhooks_delivered_at: null };
  const deliveries = emit(context, 'invoice.created', announced);
  return deliveries.length === 0 ? invoice : context.store.invoices.put({ ...invoice, deliveries });
}

/**
 * Announces that an invoice with a due date is sent once it is finalized, by "Emails after finalization" of
 * docs.stripe.com/invoicing/integration/workflow-transitions. In test mode the event comes without an email.
 */
export function announceSent(context: Context, open: Invoice): void {
  const { addressee, auto_advance, due_date } = open;
  if (due_date == null || !auto_advance || addressee?.customer_email == null) return;
  emit(context, 'invoice.sent', invoiceWire(context, open));
}

export function announcePayment(context: Context, paid: Invoice): void {
  emit(context, 'invoice.paid', invoiceWire(context, paid));
  if (paid.paid_out_of_band !== true) emit(context, 'invoice.payment_succeeded', invoiceWire(context, paid));
  if (hasPayment(paid)) emit(context, 'invoice_payment.paid', invoicePaymentWire(paid));
}

/** An invoice that existed before the call or the due time has changed. */
export function announceInvoice(context: Context, after: Invoice): void {
  const before = context.store.before(context.store.invoices, after.id);
  if (before === undefined) return;
  emitChange(context, 'invoice.updated', invoiceWire(context, before), invoiceWire(context, after));
}
