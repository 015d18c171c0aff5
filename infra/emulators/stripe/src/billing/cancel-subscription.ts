import { changeInvoice, putSubscription } from '../announced.ts';
import type { Context } from '../context.ts';
import { updateEntitlements } from '../entitlements/update-entitlements.ts';
import type { CancellationDetails, Subscription } from '../state/billing-entities.ts';
import { endWithSubscription } from './end-schedule.ts';
import { cancelPendingSetup } from './pending-setup.ts';
import { discardUpdate } from './pending-update.ts';

interface Cancellation {
  readonly now: number;
  readonly details: CancellationDetails;
}

export function cancelSubscription(
  context: Context,
  given: Subscription,
  { now, details }: Cancellation,
): Subscription {
  const subscription = discardUpdate(context, given, now);
  cancelPendingSetup(context, subscription);
  const canceled = putSubscription(context, 'deleted', {
    ...subscription,
    status: 'canceled',
    pendingSetup: undefined,
    canceledAt: subscription.canceledAt ?? now,
    endedAt: now,
    cancellationDetails: details,
  });
  stopCollection(context, canceled, now);
  updateEntitlements(context, canceled.customer);
  endWithSubscription(context, canceled, now);
  return canceled;
}

/** Outstanding invoices are not collected any more, except for the one that this end leads to. */
function stopCollection(context: Context, { id }: Subscription, now: number): void {
  const { invoices } = context.store;
  const outstanding = invoices.where(
    'subscription',
    id,
    ({ autoAdvance, created, status }) =>
      autoAdvance && created < now && (status === 'draft' || status === 'open'),
  );
  for (const invoice of outstanding) {
    const stopped = { autoAdvance: false, finalizesAt: null, nextPaymentAttempt: null };
    changeInvoice(context, invoice, { ...invoice, ...stopped });
  }
}

export const REQUESTED: CancellationDetails = {
  comment: null,
  feedback: null,
  reason: 'cancellation_requested',
};
