import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { changedMetadata } from '../../kinds/params/composite.ts';
import type { Metadata } from '../../kinds/store/kind-type.ts';
import { changeSubscription } from '../announce.ts';
import type { Invoice, PendingUpdate, Subscription } from '../billing-entities.ts';
import { voidInvoice } from '../invoices/create-invoice.ts';
import { subscriptionWire } from '../subscriptions/subscription.ts';
import { latestPeriodEnd } from './change-periods.ts';

const SECONDS_TO_PAY = 23 * 3600;

/** Keeps the subscription as it was `before` until `invoice`, which bills the change to `after`, is paid. */
export function deferUpdate(
  context: Context,
  before: Subscription,
  after: Subscription,
  { invoice, now }: { readonly invoice: Invoice; readonly now: number },
): Subscription {
  const { metadata, ...rest } = after;
  const changed = Object.entries(rest).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, key)),
  );
  const trialEnds = before.status === 'trialing' && before.trial_end !== null ? [before.trial_end] : [];
  return context.store.subscriptions.put({
    ...before,
    latest_invoice: invoice.id,
    pending_update: {
      invoice: invoice.id,
      // The period of a paused subscription has already ended.
      expires_at: Math.min(
        now + SECONDS_TO_PAY,
        ...[...trialEnds, latestPeriodEnd(before)].filter((end) => end > now),
      ),
      change: Object.fromEntries(changed),
      metadata: metadataChange(before.metadata, metadata),
    },
  });
}

/** The keys that are set, and as empty texts those that are removed; null if none. */
function metadataChange(before: Metadata, after: Metadata): Metadata | null {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const set = Object.entries(after).filter(([key, value]) => before[key] !== value);
  const change = Object.fromEntries([...set, ...removed.map((key) => [key, ''])]);
  return Object.keys(change).length === 0 ? null : change;
}

/** Applies the pending update if its invoice has been paid. */
export function applyPaidUpdate(context: Context, subscription: Subscription): Subscription {
  const pending = subscription.pending_update;
  if (pending == null || context.store.invoices.get(pending.invoice)?.status !== 'paid') return subscription;
  return applyUpdate(context, subscription, pending);
}

/** Resumes a paused subscription although its invoice is unpaid: `past_due` after a failed payment. */
export function resumeUnpaid(context: Context, invoice: Invoice, status: 'active' | 'past_due'): void {
  const paused = resumedBy(context, invoice);
  const pending = paused?.pending_update;
  if (paused === undefined || pending == null) return;
  applyUpdate(context, paused, { ...pending, change: { ...pending.change, status } });
}

/** The paused subscription that resumes once `invoice` is paid, if any. */
export function resumedBy({ store }: Context, { id, subscription }: Invoice): Subscription | undefined {
  const paused = store.subscriptions.get(subscription ?? '');
  return paused?.status === 'paused' && paused.pending_update?.invoice === id ? paused : undefined;
}

function applyUpdate(context: Context, before: Subscription, pending: PendingUpdate): Subscription {
  const applied = changeSubscription(context, before, {
    ...before,
    ...pending.change,
    metadata: changedMetadata(before.metadata, pending.metadata ?? undefined),
    pending_update: null,
  });
  const wire = subscriptionWire(context, applied);
  emit(context, 'customer.subscription.pending_update_applied', wire);
  if (before.status === 'paused') emit(context, 'customer.subscription.resumed', wire);
  return applied;
}

/** Discards the pending update, if any, and voids its invoice. */
export function discardUpdate(context: Context, subscription: Subscription, now: number): Subscription {
  const pending = subscription.pending_update;
  if (pending == null) return subscription;
  const invoice = context.store.invoices.get(pending.invoice);
  if (invoice?.status === 'open') voidInvoice(context, invoice, now);
  const discarded = changeSubscription(context, subscription, { ...subscription, pending_update: null });
  emit(context, 'customer.subscription.pending_update_expired', subscriptionWire(context, discarded));
  return discarded;
}

/** Discards the update that a voided invoice was for. */
export function discardInvoicedUpdate(context: Context, { id, subscription }: Invoice, now: number): void {
  const owner = context.store.subscriptions.get(subscription ?? '');
  if (owner?.pending_update?.invoice === id) discardUpdate(context, owner, now);
}
