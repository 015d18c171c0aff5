import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';

/** Tells what has changed of a subscription, if anything that it shows has. */
export function announceUpdate(context: Context, before: Subscription, after: Subscription): void {
  const wire = subscriptionWire(context, after);
  const previous = changedAttributes(subscriptionWire(context, before), wire);
  if (Object.keys(previous).length > 0) emit(context, 'customer.subscription.updated', wire, previous);
}
