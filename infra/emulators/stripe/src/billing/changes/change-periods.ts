import { requirePrice } from '../../catalogue/price.ts';
import { computeCost as costOfPrice } from '../../catalogue/price-cost.ts';
import { rejected } from '../../description/api-error.ts';
import { checkTrialEnd } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import { changedItems } from './change-items.ts';
import { changesIntervals, endAt, isAligned, moved, startPeriods } from './item-periods.ts';
import type { SubscriptionChange } from './subscription-change.ts';

export function latestPeriodEnd(subscription: Pick<Subscription, 'items'>): number {
  return endAt(subscription, 'min_period_end');
}

/** The items' cost per period, in the currency's smallest unit. */
function totalCost({ store }: Context, { currency, items }: Subscription): number {
  const costOf = ({ price, quantity }: SubscriptionItem) =>
    costOfPrice(requirePrice(store, price, currency), quantity);
  return items.reduce((sum, item) => sum + costOf(item), 0);
}

export function isOnTrial({ status, trial_end }: Subscription, now: number): boolean {
  return status === 'trialing' && trial_end !== null && trial_end > now;
}

/** It `restarts` if a new period starts now and is billed at once. */
export function periodsAfter(
  context: Context,
  before: Subscription,
  change: SubscriptionChange,
): { readonly subscription: Subscription; readonly restarts: boolean } {
  const now = context.time.now(before.test_clock);
  const items = change.items === undefined ? before.items : changedItems(context, before, change.items, now);
  const subscription = { ...before, ...trialAfter(before, change, now), items };
  if (extendsPeriods(before, change)) {
    const inPeriods = startPeriods(context, items, now);
    return {
      subscription: { ...subscription, billing_cycle_anchor: now, items: inPeriods },
      restarts: false,
    };
  }
  if (!restarts(context, before, subscription, change)) {
    const { billing_cycle_anchor: anchor } = before;
    const hasBegun = anchor <= now || isBeforeAnchor(context, before, now);
    const inPeriods =
      before.flexible === undefined ? items : moved(context, before.items, items, { now, anchor, hasBegun });
    return { subscription: { ...subscription, items: inPeriods }, restarts: false };
  }
  const onTrial = isOnTrial(subscription, now);
  const anchor = onTrial ? (subscription.trial_end ?? now) : now;
  const restarted = startPeriods(context, items, now, anchor);
  return {
    subscription: { ...subscription, billing_cycle_anchor: anchor, items: restarted },
    restarts: true,
  };
}

/** In flexible mode a new anchor alone leaves paid what is paid, and only the time after it is charged. */
function extendsPeriods({ flexible }: Subscription, change: SubscriptionChange): boolean {
  const { billing_cycle_anchor, items, trial_end } = change;
  return (
    flexible !== undefined && billing_cycle_anchor === 'now' && items === undefined && trial_end === undefined
  );
}

/** An anchor on the 31st can be later than the first full period. */
function isBeforeAnchor(context: Context, before: Subscription, now: number): boolean {
  const { billing_cycle_anchor: anchor, items } = before;
  return !isOnTrial(before, now) && items.every((item) => isAligned(context, item, anchor));
}

function trialAfter(
  before: Subscription,
  { trial_end }: SubscriptionChange,
  now: number,
): Partial<Subscription> {
  if (trial_end === undefined) return {};
  if (before.status === 'paused') {
    throw rejected(
      'You cannot set `trial_end` while a subscription is `paused`. Resume the subscription first before setting `trial_end`.',
    );
  }
  if (trial_end === 'now') {
    return before.status === 'trialing' ? { status: 'active', trial_end: now } : {};
  }
  checkTrialEnd(trial_end, now);
  const isLatest = before.flexible !== undefined && before.status !== 'trialing';
  const trial_start = isLatest ? now : (before.trial_start ?? now);
  return { status: 'trialing', trial_start, trial_end, trialEndAnnounced: false };
}

/**
 * Stripe restarts the period if the trial or the anchor changes. In classic mode and in schedules it also does so
 * if no interval of the items remains or a free plan becomes a paid one.
 */
function restarts(
  context: Context,
  before: Subscription,
  after: Subscription,
  { billing_cycle_anchor }: SubscriptionChange,
): boolean {
  const isAnchored = billing_cycle_anchor === 'now' || billing_cycle_anchor === 'phase_start';
  if (isAnchored || after.trial_end !== before.trial_end) return true;
  const isAutomatic = before.flexible === undefined || billing_cycle_anchor === 'automatic';
  if (before.status === 'trialing' || !isAutomatic) return false;
  if (changesIntervals(context, before.items, after.items)) return true;
  return totalCost(context, before) === 0 && totalCost(context, after) > 0;
}
