import type { Context } from '../context.ts';
import { refused } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';
import { announceUpdate } from './announce-update.ts';
import { updateSubscription } from './update-subscription.ts';

/** Starts and bills a new period. If the payment fails, the subscription becomes past due. */
export function resumeSubscription(context: Context, paused: Subscription): Subscription {
  if (paused.status !== 'paused') {
    throw refused(
      `You can only resume a subscription with a status of \`paused\`. This subscription has a status of \`${paused.status}\`.`,
    );
  }
  const active = context.store.subscriptions.put({ ...paused, status: 'active' });
  announceUpdate(context, paused, active);
  const resumed = updateSubscription(context, active, {
    billingCycleAnchor: 'now',
    billing: { prorationBehavior: 'none' },
  });
  emit(context, 'customer.subscription.resumed', subscriptionWire(context, resumed));
  return resumed;
}
