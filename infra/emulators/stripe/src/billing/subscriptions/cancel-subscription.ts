import type { Context, Hooks } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { changeStatus, changeSubscription } from '../announce.ts';
import { type CancellationDetails, hasEnded, type Invoice, type Subscription } from '../billing-entities.ts';
import { addProrations, listProrations } from '../changes/bill-change.ts';
import { endAt } from '../changes/item-periods.ts';
import { discardUpdate } from '../changes/pending-update.ts';
import { voidInvoice } from '../invoices/create-invoice.ts';
import { forgetPending, pendingItemsOfSubscription } from '../invoices/create-invoice-item.ts';
import { changeInvoice } from '../invoices/invoice.ts';
import { type InvoiceItem, invoiceItemWire } from '../invoices/invoice-item.ts';
import { billSubscription } from './bill-subscription.ts';
import { endWithSubscription } from './end-schedule.ts';
import { usageLines } from './period-lines.ts';
import { putSubscription } from './subscription.ts';

function running({ store }: Context, isOne: (subscription: Subscription) => boolean): Subscription[] {
  return [...store.subscriptions.values()].filter((one) => isOne(one) && !hasEnded(one));
}

/** A deleted customer's subscriptions end at once. */
export const endOfCustomer: Hooks['customerDeleted'] = (context, { id, test_clock }) => {
  const now = context.time.now(test_clock);
  for (const subscription of running(context, ({ customer }) => customer === id)) {
    cancelSubscription(context, subscription, { now, details: REQUESTED });
  }
};

export const endOnClock: Hooks['clockDeleted'] = (context, { id, frozen_time: now }) => {
  for (const subscription of running(context, ({ test_clock }) => test_clock === id)) {
    cancelSubscription(context, subscription, { now, details: REQUESTED });
  }
};

/** Makes a payment method that of all the customer's subscriptions. */
export const payWith: Hooks['methodChosen'] = (context, { customer: id, method }) => {
  for (const subscription of running(context, ({ customer }) => customer === id)) {
    changeSubscription(context, subscription, { ...subscription, default_payment_method: method });
  }
};

/** A detached payment method is nobody's default. */
export const payWithout: Hooks['methodDetached'] = (context, { id }) => {
  const { store } = context;
  const isIts = (owner: { readonly default_payment_method?: string | null }) =>
    owner.default_payment_method === id;
  for (const subscription of store.subscriptions.newestFirst(isIts)) {
    changeSubscription(context, subscription, { ...subscription, default_payment_method: null });
  }
  for (const invoice of store.invoices.newestFirst(isIts)) {
    store.invoices.put({ ...invoice, default_payment_method: null });
  }
};

export function cancelSubscription(
  context: Context,
  given: Subscription,
  { now, details }: { readonly now: number; readonly details: CancellationDetails },
): Subscription {
  const subscription = discardUpdate(context, given, now);
  const cancellation = { canceled_at: subscription.canceled_at ?? now, cancellation_details: details };
  // Recorded in github.com/pay-rails/pay/issues/91: a subscription that was never paid is not deleted.
  const ended =
    subscription.status === 'incomplete'
      ? expireIncomplete(context, subscription, now, cancellation)
      : endPaid(context, { ...subscription, ...cancellation }, now);
  endWithSubscription(context, ended, now);
  return ended;
}

function endPaid(context: Context, subscription: Subscription, now: number): Subscription {
  const canceled = putSubscription(context, 'customer.subscription.deleted', {
    ...subscription,
    status: 'canceled',
    ended_at: now,
  });
  stopCollection(context, canceled, now);
  return canceled;
}

/** Outstanding invoices are not collected any more, except for the one that this end leads to. */
function stopCollection(context: Context, { id }: Subscription, now: number): void {
  const { invoices } = context.store;
  const outstanding = invoices.where(
    'subscription',
    id,
    ({ auto_advance, created, status }) =>
      auto_advance && created < now && (status === 'draft' || status === 'open'),
  );
  for (const invoice of outstanding) {
    const stopped = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
    changeInvoice(context, invoice, { ...invoice, ...stopped });
  }
}

export const REQUESTED: CancellationDetails = {
  comment: null,
  feedback: null,
  reason: 'cancellation_requested',
};

/** Voids an unpaid first invoice and ends its subscription, 23 hours after its start or when it is canceled. */
export function expireIncomplete(
  context: Context,
  subscription: Subscription,
  now: number,
  cancellation: Pick<Subscription, 'canceled_at' | 'cancellation_details'> = subscription,
): Subscription {
  const invoice = context.store.invoices.get(subscription.latest_invoice ?? '');
  if (invoice?.status === 'open') voidInvoice(context, invoice, now);
  const { canceled_at, cancellation_details } = cancellation;
  return changeSubscription(context, subscription, {
    ...subscription,
    status: 'incomplete_expired',
    canceled_at,
    cancellation_details,
    ended_at: now,
  });
}

/**
 * The status of a subscription whose latest invoice was voided, by "Voiding an invoice generated by a subscription" of
 * docs.stripe.com/billing/subscriptions/overview: it expires if it was never paid, or else its other invoices decide.
 */
export function reconsiderStatus(
  context: Context,
  { id, subscription: owner }: Pick<Invoice, 'id' | 'subscription'>,
  now: number,
): void {
  const subscription = context.store.subscriptions.get(owner ?? '');
  if (subscription === undefined || subscription.latest_invoice !== id) return;
  if (subscription.status === 'incomplete') expireIncomplete(context, subscription, now);
  else if (isOverdue(context, subscription, now)) changeStatus(context, owner, 'active', 'past_due');
  else changeStatus(context, owner, 'past_due', 'active');
}

/** Whether an invoice that was sent is overdue, and none since it was settled. */
function isOverdue({ store }: Context, { id }: Subscription, now: number): boolean {
  for (const { due_date, status } of store.invoices.where('subscription', id)) {
    if (status === 'paid' || status === 'uncollectible') return false;
    if (status === 'open' && due_date != null && due_date <= now) return true;
  }
  return false;
}

interface FinalBill {
  /** Whether the unused time is credited. */
  readonly prorates: boolean;
  /** Whether pending items are billed now. */
  readonly invoicesNow: boolean;
}

/** Bills what is pending before a subscription is canceled at once; otherwise pending prorations are removed. */
export function billCancellation(
  context: Context,
  given: Subscription,
  { prorates, invoicesNow }: FinalBill,
): Subscription {
  const now = context.time.now(given.test_clock);
  const subscription = discardUpdate(context, given, now);
  if (prorates) creditUnusedTime(context, subscription, now);
  if (!invoicesNow && prorates) detachProrations(context, subscription);
  if (!invoicesNow && !prorates) removePendingProrations(context, subscription);
  const pending = pendingItemsOfSubscription(context, subscription);
  const usage = invoicesNow ? usageLines(context, subscription, now) : [];
  if (!invoicesNow || (pending.length === 0 && usage.length === 0)) return subscription;
  const { invoice } = billSubscription(context, subscription, {
    billing_reason: 'subscription_cycle',
    lines: usage,
    now,
    collection: 'later',
  });
  return context.store.subscriptions.put({ ...subscription, latest_invoice: invoice.id });
}

function creditUnusedTime(context: Context, subscription: Subscription, now: number): void {
  if (subscription.status === 'incomplete' || endAt(subscription, 'max_period_end') <= now) return;
  addProrations(context, subscription, listProrations(context, subscription, [], now), now);
}

function pendingProrations(context: Context, subscription: Subscription): InvoiceItem[] {
  return pendingItemsOfSubscription(context, subscription).filter(
    ({ proration, subscription: owner }) => proration && owner === subscription.id,
  );
}

/** The next invoice of the customer takes them. */
function detachProrations(context: Context, subscription: Subscription): void {
  for (const item of pendingProrations(context, subscription)) {
    context.store.invoiceItems.put({
      ...item,
      credited_items: null,
      subscription: null,
      subscription_item: null,
    });
  }
}

function removePendingProrations(context: Context, subscription: Subscription): void {
  for (const item of pendingProrations(context, subscription)) {
    context.store.invoiceItems.delete(item.id);
    forgetPending(context.store, item);
    emit(context, 'invoiceitem.deleted', invoiceItemWire(context, item));
  }
}
