import { requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { noSuch, notSupported, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { only } from '../../kinds/params/as-described.ts';
import { object } from '../../kinds/params/composite.ts';
import { oneOf, optional, type ReadValue } from '../../kinds/params/reader.ts';
import { changeSubscription } from '../announce.ts';
import { hasEnded, type Subscription } from '../billing-entities.ts';
import { addProrations, discountedPeriods } from '../changes/bill-change.ts';
import { prorate } from '../changes/prorate.ts';
import { subscriptionWire } from './subscription.ts';

/** The description has no parameters of the call: https://docs.stripe.com/api/subscriptions/pause */
export const pauseParams = object({
  bill_for: optional(
    object({
      outstanding_usage_through: optional(object({ type: oneOf('now', 'none') })),
      unused_time_from: optional(object({ type: oneOf('now', 'none', 'item_current_period_start') })),
    }),
  ),
  invoicing_behavior: optional(only('pending_invoice_item', 'invoice')),
  type: optional(oneOf('subscription')),
});

/** Stops billing until the subscription is resumed; unused time is a pending credit, unless the request says otherwise. */
export function pauseSubscription(
  context: Context,
  given: Subscription,
  { bill_for }: ReadValue<typeof pauseParams>,
): Subscription {
  if (hasEnded(given)) throw noSuch('subscription', given.id);
  if (given.schedule != null) throw rejected('You cannot pause a subscription with an attached schedule.');
  if (given.status !== 'active')
    throw rejected(`You cannot pause a subscription that is \`${given.status}\`.`);
  const { outstanding_usage_through: usage, unused_time_from: unused } = bill_for ?? {};
  const hasUsage = given.items.some(({ price }) => isMetered(requirePrice(context.store, price)));
  if (hasUsage && usage?.type !== 'none') {
    throw notSupported(
      'billing for usage when a subscription is paused',
      'bill_for[outstanding_usage_through]',
    );
  }
  if (unused?.type === 'item_current_period_start') {
    throw notSupported('credits for whole periods', 'bill_for[unused_time_from]');
  }
  const now = context.time.now(given.test_clock);
  const credits = prorate(discountedPeriods(context, given, now), [], now);
  if (unused?.type !== 'none') addProrations(context, given, credits, now);
  const paused = changeSubscription(context, given, { ...given, status: 'paused' });
  emit(context, 'customer.subscription.paused', subscriptionWire(context, paused));
  return paused;
}
