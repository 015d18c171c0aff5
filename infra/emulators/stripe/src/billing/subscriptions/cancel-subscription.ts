import type { Context } from '../../kinds/context.ts';
import type { CancellationDetails, Subscription } from '../billing-entities.ts';
import { discardUpdate } from '../changes/pending-update.ts';
import { changeInvoice } from '../invoices/invoice.ts';
import { endWithSubscription } from './end-schedule.ts';
import { expireIncomplete } from './expire-incomplete.ts';
import { putSubscription } from './subscription.ts';

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
