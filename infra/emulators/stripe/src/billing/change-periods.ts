import type { Context } from '../context.ts';
import { refused } from '../errors/api-error.ts';
import { requireFound, requirePrice, requireRecurrence } from '../lookup/require.ts';
import type { Subscription, SubscriptionItem } from '../state/billing-entities.ts';
import type { Recurrence } from '../state/catalogue-entities.ts';
import { nextPeriodEnd, periodAround } from '../time/calendar.ts';
import { changedItems } from './change-items.ts';
import type { SubscriptionChange } from './update-subscription.ts';

export function periodEndOf(subscription: Pick<Subscription, 'items'>): number {
  return Math.min(...subscription.items.map((item) => item.currentPeriodEnd));
}

/** The items' cost per period, in the currency's smallest unit. */
export function costOf({ store }: Context, items: readonly SubscriptionItem[]): number {
  return items.reduce((sum, item) => sum + requirePrice(store, item.price).unitAmount * item.quantity, 0);
}

export function isOnTrial({ status, trialEnd }: Subscription, now: number): boolean {
  return status === 'trialing' && trialEnd !== null && trialEnd > now;
}

export function recurrenceOf(
  { store }: Context,
  { items }: { readonly items: readonly SubscriptionItem[] },
): Recurrence {
  return requireRecurrence(requirePrice(store, requireFound(items[0], 'an item of the subscription').price));
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
  if (!restarts(context, before, subscription, change)) {
    return { subscription: inOwnPeriods(context, before, subscription, now), restarts: false };
  }
  const onTrial = isOnTrial(subscription, now);
  const anchor = onTrial ? (subscription.trialEnd ?? now) : now;
  const end = onTrial ? anchor : nextPeriodEnd(now, recurrenceOf(context, subscription), now);
  const restarted = items.map((item) => ({ ...item, currentPeriodStart: now, currentPeriodEnd: end }));
  return { subscription: { ...subscription, billingCycleAnchor: anchor, items: restarted }, restarts: true };
}

/** Without a restart, items with another interval are in the period that the anchor gives them. */
function inOwnPeriods(
  context: Context,
  before: Subscription,
  after: Subscription,
  now: number,
): Subscription {
  const { billingCycleAnchor: anchor, items } = after;
  if (anchor > now || !changesInterval(context, before, after)) return after;
  const [currentPeriodStart, currentPeriodEnd] = periodAround(anchor, recurrenceOf(context, after), now);
  return { ...after, items: items.map((item) => ({ ...item, currentPeriodStart, currentPeriodEnd })) };
}

function trialAfter(
  before: Subscription,
  { trialEnd }: SubscriptionChange,
  now: number,
): Partial<Subscription> {
  if (trialEnd === undefined) return {};
  if (before.status === 'paused') {
    throw refused(
      'You cannot set `trial_end` while a subscription is `paused`. Resume the subscription first before setting `trial_end`.',
    );
  }
  if (trialEnd === 'now') {
    return before.status === 'trialing' ? { status: 'active', trialEnd: now } : {};
  }
  if (trialEnd <= now) {
    throw refused('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  }
  const isLatest = before.flexible !== undefined && before.status !== 'trialing';
  const trialStart = isLatest ? now : (before.trialStart ?? now);
  return { status: 'trialing', trialStart, trialEnd, trialEndAnnounced: false };
}

/**
 * Stripe restarts the period if the trial or the anchor changes. In classic mode and in schedules it also does so
 * if the interval changes or a free plan becomes a paid one.
 */
function restarts(
  context: Context,
  before: Subscription,
  after: Subscription,
  { billingCycleAnchor }: SubscriptionChange,
): boolean {
  if (billingCycleAnchor === 'now' || after.trialEnd !== before.trialEnd) return true;
  const isAutomatic = before.flexible === undefined || billingCycleAnchor === 'automatic';
  if (before.status === 'trialing' || !isAutomatic) return false;
  if (changesInterval(context, before, after)) return true;
  return costOf(context, before.items) === 0 && costOf(context, after.items) > 0;
}

function changesInterval(context: Context, before: Subscription, after: Subscription): boolean {
  const [former, latter] = [recurrenceOf(context, before), recurrenceOf(context, after)];
  return former.interval !== latter.interval || former.intervalCount !== latter.intervalCount;
}
