import type { Context } from '../context.ts';
import { updateEntitlements } from '../entitlements/update-entitlements.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';

/** Emits an update event if anything visible changed. */
export function announceUpdate(context: Context, before: Subscription, after: Subscription): void {
  const wire = subscriptionWire(context, after);
  const previous = changedAttributes(subscriptionWire(context, before), wire);
  if (Object.keys(previous).length > 0) emit(context, 'customer.subscription.updated', wire, previous);
  updateEntitlements(context, after.customer);
}

/** An active subscription becomes past due if an invoice is not paid in time. */
export function makePastDue(context: Context, id: string): void {
  const before = context.store.subscriptions.get(id);
  if (before?.status !== 'active') return;
  announceUpdate(context, before, context.store.subscriptions.put({ ...before, status: 'past_due' }));
}
