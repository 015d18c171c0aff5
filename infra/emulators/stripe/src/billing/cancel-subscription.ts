import type { Context } from '../context.ts';
import { updateEntitlements } from '../entitlements/update-entitlements.ts';
import { emit } from '../events.ts';
import type { CancellationDetails, Subscription } from '../state/billing-entities.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';
import { endWithSubscription } from './end-schedule.ts';
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
  const canceled = context.store.subscriptions.put({
    ...subscription,
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? now,
    endedAt: now,
    cancellationDetails: details,
  });
  emit(context, 'customer.subscription.deleted', subscriptionWire(context, canceled));
  updateEntitlements(context, canceled.customer);
  endWithSubscription(context, canceled, now);
  return canceled;
}

export const REQUESTED: CancellationDetails = {
  comment: null,
  feedback: null,
  reason: 'cancellation_requested',
};
