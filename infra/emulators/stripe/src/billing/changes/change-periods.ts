import { computeCost as costOfPrice } from '../../catalogue/price-cost.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { checkTrialEnd } from '../../kinds/params/future.ts';
import { requirePrice } from '../../kinds/require.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import { changedItems } from './change-items.ts';
import { changesIntervals, endAt, isAligned, moved, startPeriods } from './item-periods.ts';
import type { SubscriptionChange } from './subscription-change.ts';

export function latestPeriodEnd(subscription: Pick<Subscription, 'items'>): number {
  return endAt(subscription, 'min_period_end');
}

/** The items' cost per period, in the currency's smallest unit. */
function totalCost({ store }: Context, items: readonly SubscriptionItem[]): number {
  return items.reduce((sum, item) => sum + costOfPrice(requirePrice(store, item.price), item.quantity), 0);
}

export function isOnTrial({ status, trialEnd }: Subscription, now: number): boolean {
  return status === 'trialing' && trialEnd !== null && trialEnd > now;
}

interface Timed {
  readonly subscription: Subscription;
  /** Whether a new period starts now and is billed at once. */
  readonly restarts: boolean;
}

export function periodsAfter(context: Context, before: Subscription, change: SubscriptionChange): Timed {
  const now = context.time.now(before.testClock);
  const items = change.items === undefined ? before.items : changedItems(context, before, change.items, now);
  const subscription = { ...before, ...trialAfter(before, change, now), items };
  if (extendsPeriods(before, change)) {
    const inPeriods = startPeriods(context, items, now);
    return { subscription: { ...subscription, billingCycleAnchor: now, items: inPeriods }, restarts: false };
  }
  if (!restarts(context, before, subscription, change)) {
    const { billingCycleAnchor: anchor } = before;
    const hasBegun = anchor <= now || isBeforeAnchor(context, before, now);
    const inPeriods =
      before.flexible === undefined ? items : moved(context, before.items, items, { now, anchor, hasBegun });
    return { subscription: { ...subscription, items: inPeriods }, restarts: false };
  }
  const onTrial = isOnTrial(subscription, now);
  const anchor = onTrial ? (subscription.trialEnd ?? now) : now;
  const restarted = startPeriods(context, items, now, anchor);
  return { subscription: { ...subscription, billingCycleAnchor: anchor, items: restarted }, restarts: true };
}

/** In flexible mode a new anchor alone leaves paid what is paid, and only the time after it is charged. */
function extendsPeriods({ flexible }: Subscription, change: SubscriptionChange): boolean {
  const { billingCycleAnchor, items, trialEnd } = change;
  return (
    flexible !== undefined && billingCycleAnchor === 'now' && items === undefined && trialEnd === undefined
  );
}

/** An anchor on the 31st can be later than the first full period. */
function isBeforeAnchor(context: Context, before: Subscription, now: number): boolean {
  const { billingCycleAnchor: anchor, items } = before;
  return !isOnTrial(before, now) && items.every((item) => isAligned(context, item, anchor));
}

function trialAfter(
  before: Subscription,
  { trialEnd }: SubscriptionChange,
  now: number,
): Partial<Subscription> {
  if (trialEnd === undefined) return {};
  if (before.status === 'paused') {
    throw rejected(
      'You cannot set `trial_end` while a subscription is `paused`. Resume the subscription first before setting `trial_end`.',
    );
  }
  if (trialEnd === 'now') {
    return before.status === 'trialing' ? { status: 'active', trialEnd: now } : {};
  }
  checkTrialEnd(trialEnd, now);
  const isLatest = before.flexible !== undefined && before.status !== 'trialing';
  const trialStart = isLatest ? now : (before.trialStart ?? now);
  return { status: 'trialing', trialStart, trialEnd, trialEndAnnounced: false };
}

/**
 * Stripe restarts the period if the trial or the anchor changes. In classic mode and in schedules it also does so
 * if no interval of the items remains or a free plan becomes a paid one.
 */
function restarts(
  context: Context,
  before: Subscription,
  after: Subscription,
  { billingCycleAnchor }: SubscriptionChange,
): boolean {
  const isAnchored = billingCycleAnchor === 'now' || billingCycleAnchor === 'phase_start';
  if (isAnchored || after.trialEnd !== before.trialEnd) return true;
  const isAutomatic = before.flexible === undefined || billingCycleAnchor === 'automatic';
  if (before.status === 'trialing' || !isAutomatic) return false;
  if (changesIntervals(context, before.items, after.items)) return true;
  return totalCost(context, before.items) === 0 && totalCost(context, after.items) > 0;
}
