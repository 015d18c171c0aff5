import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import type { CancellationDetails, Subscription } from '../billing-entities.ts';
import { paymentMethodFor } from '../invoices/pay-invoice.ts';
import { changeSubscription } from './announce-update.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { subscriptionWire } from './subscription.ts';

/** Whether a trial that is over at `now` pauses or cancels its subscription because nothing can be charged. */
export function endsWithoutMethod(context: Context, subscription: Subscription, now: number): boolean {
  const { status, trial_end, withoutMethod, days_until_due } = subscription;
  if (days_until_due != null) return false;
  if (status !== 'trialing' || trial_end === null || trial_end > now || withoutMethod === 'create_invoice')
    return false;
  return paymentMethodFor(context, subscription) === undefined;
}

/** `reason` is that of a cancellation. */
export function endWithoutMethod(
  context: Context,
  subscription: Subscription,
  now: number,
  reason: CancellationDetails['reason'] = null,
): Subscription {
  if (subscription.withoutMethod === 'cancel') {
    const details = { comment: null, feedback: null, reason };
    return cancelSubscription(context, subscription, { now, details });
  }
  const paused = changeSubscription(context, subscription, { ...subscription, status: 'paused' });
  emit(context, 'customer.subscription.paused', subscriptionWire(context, paused));
  return paused;
}
