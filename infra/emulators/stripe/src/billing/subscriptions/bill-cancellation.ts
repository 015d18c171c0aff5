import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import type { Subscription } from '../billing-entities.ts';
import { addProrations, listProrations } from '../changes/bill-change.ts';
import { endAt } from '../changes/item-periods.ts';
import { discardUpdate } from '../changes/pending-update.ts';
import { forgetPending, pendingItemsOfSubscription } from '../invoices/create-invoice-item.ts';
import { invoiceItemWire } from '../invoices/invoice-item.ts';
import type { InvoiceItem } from '../invoices/invoice-line.ts';
import { billSubscription } from './bill-subscription.ts';
import { usageLines } from './period-lines.ts';

interface Cancellation {
  /** Whether the unused time is credited. */
  readonly prorates: boolean;
  /** Whether pending items are billed now. */
  readonly invoicesNow: boolean;
}

/** Bills what is pending before a subscription is canceled at once; otherwise pending prorations are removed. */
export function billCancellation(
  context: Context,
  given: Subscription,
  { prorates, invoicesNow }: Cancellation,
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
