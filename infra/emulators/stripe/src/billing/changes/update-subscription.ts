import { activeDiscounts } from '../../catalogue/coupon-discounts.ts';
import { discountWire } from '../../catalogue/discount.ts';
import { type ApiError, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { announceEndedTrial, announceTrialEnd, announceUpdate, changeSubscription } from '../announce.ts';
import { type CancellationDetails, hasEnded, type Subscription } from '../billing-entities.ts';
import { addOneTimeItems } from '../invoices/add-one-time-items.ts';
import { rejectRestart } from '../subscriptions/bill-thresholds.ts';
import type { FlexibleMode } from '../subscriptions/billing-mode.ts';
import { endsWithoutMethod, endWithoutMethod } from '../subscriptions/renew-subscription.ts';
import { settleUsage } from '../subscriptions/settle-usage.ts';
import { cancelPendingSetup, namedMethod } from '../subscriptions/subscription-payment.ts';
import { changeSchedule } from '../subscriptions/subscription-schedule.ts';
import { billChange } from './bill-change.ts';
import { latestPeriodEnd, periodsAfter } from './change-periods.ts';
import { endAt } from './item-periods.ts';
import { discardUpdate } from './pending-update.ts';
import type { SubscriptionChange } from './subscription-change.ts';

export function updateSubscription(
  context: Context,
  given: Subscription,
  change: SubscriptionChange,
): Subscription {
  const now = context.time.now(given.test_clock);
  const before = supersedes(change) ? discardUpdate(context, given, now) : given;
  if (hasEnded(before) && !changesOnlyDetails(change)) {
    throw alreadyCanceled();
  }
  if (before.status === 'incomplete' && bills(change)) {
    throw rejected(
      'You cannot update a subscription in `incomplete` status in a way that results in a new invoice or invoice items. Only minor attributes, like `metadata` or `default_payment_method`, can be updated on such subscriptions.',
    );
  }
  const { trial_end, ...others } = change;
  const { default_payment_method = before.default_payment_method, withoutMethod = before.withoutMethod } =
    change;
  const over = { ...before, default_payment_method, trial_end: now, withoutMethod };
  if (trial_end === 'now' && endsWithoutMethod(context, over, now)) {
    const after = updateSubscription(context, before, others);
    const items = after.items.map((item) => ({ ...item, current_period_end: now }));
    const ended = { ...after, billing_cycle_anchor: now, items, trial_end: now };
    return endWithoutMethod(context, ended, now, 'cancellation_requested');
  }
  const timed = periodsAfter(context, before, change);
  rejectPastPause(context, before, change);
  const { billing, billing_cycle_anchor, cancel_at, cancellation_details, items, oneTimeItems, ...fields } =
    others;
  const changed = context.store.subscriptions.put({
    ...timed.subscription,
    ...defined(fields),
    ...cancellation(context, timed.subscription, change),
    cancellation_details: mergeDetails(before.cancellation_details, change),
    ...defined({
      default_payment_method: namedMethod(context, change.default_payment_method, before.customer),
    }),
    ...(change.default_payment_method != null && { pending_setup_intent: null }),
  });
  rejectRestart(context, changed);
  if (change.default_payment_method != null) cancelPendingSetup(context, before);
  announceRemovedDiscounts(context, before, changed, now);
  settleUsage(context, before, changed, items ?? []);
  addOneTimeItems(context, changed, oneTimeItems ?? [], now);
  const { announced, after } = billChange(context, before, changed, {
    ...billing,
    restarts: timed.restarts,
  });
  announceUpdate(context, announced, after);
  return announceTrialEnd(context, announceEndedTrial(context, before, after), now);
}

function announceRemovedDiscounts(
  context: Context,
  before: Subscription,
  after: Subscription,
  now: number,
): void {
  const kept = allDiscounts(after);
  for (const discount of activeDiscounts(context, { discounts: allDiscounts(before) }, now)) {
    if (!kept.includes(discount.id)) emit(context, 'customer.discount.deleted', discountWire(discount));
  }
}

/** The discounts of the subscription and of its items. */
function allDiscounts({ discounts, items }: Subscription): readonly string[] {
  return [...discounts, ...items.flatMap((item) => item.discounts ?? [])];
}

/** Whether a change replaces a pending update. */
function supersedes(change: SubscriptionChange): boolean {
  const names = ['billing_cycle_anchor', 'cancel_at_period_end', 'items', 'trial_end'] as const;
  return names.some((name) => change[name] !== undefined);
}

/** Whether a change can lead to an invoice or invoice items. */
function bills({ billing, items, oneTimeItems = [], ...change }: SubscriptionChange): boolean {
  const isProrated = items !== undefined && billing?.proration_behavior !== 'none';
  const restarts = change.trial_end !== undefined || change.billing_cycle_anchor === 'now';
  return isProrated || restarts || oneTimeItems.length > 0;
}

function changesOnlyDetails({
  cancellation_details,
  metadata,
  billing,
  ...others
}: SubscriptionChange): boolean {
  return Object.values(others).every((value) => value === undefined);
}

type Schedule = Pick<Subscription, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | keyof Trial>;
type Trial = Pick<Subscription, 'billing_cycle_anchor' | 'items' | 'trial_end'>;

function alreadyCanceled(): ApiError {
  return rejected('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  });
}

/** A subscription ends at its period's end or at another time. */
export function twoCancellations(): ApiError {
  return rejected('You cannot set both `cancel_at` and `cancel_at_period_end`.', 'cancel_at');
}

function cancellation(context: Context, before: Subscription, change: SubscriptionChange): Partial<Schedule> {
  const { cancel_at_period_end } = change;
  const cancel_at = change.cancel_at == null ? change.cancel_at : endAt(before, change.cancel_at);
  if (cancel_at != null && cancel_at_period_end === true) throw twoCancellations();
  const now = context.time.now(before.test_clock);
  if (cancel_at_period_end === true) {
    return { cancel_at_period_end: true, cancel_at: latestPeriodEnd(before), canceled_at: now };
  }
  if (cancel_at != null) {
    if (cancel_at <= now) throw rejected('`cancel_at` must be in the future.', 'cancel_at');
    return { ...shortenedTrial(before, cancel_at), cancel_at_period_end: false, cancel_at, canceled_at: now };
  }
  if (cancel_at === null || cancel_at_period_end === false) {
    return { cancel_at_period_end: false, cancel_at: null, canceled_at: null };
  }
  // When the period restarts, the cancellation date moves with it.
  return before.cancel_at_period_end ? { cancel_at: latestPeriodEnd(before) } : {};
}

/** In classic mode a trial ends with the subscription at the latest. */
function shortenedTrial({ flexible, items, status, trial_end }: Subscription, end: number): Partial<Trial> {
  if (flexible !== undefined || status !== 'trialing' || trial_end === null || trial_end <= end) return {};
  const shortened = items.map((item) => ({ ...item, current_period_end: end }));
  return { billing_cycle_anchor: end, items: shortened, trial_end: end };
}

function mergeDetails(before: CancellationDetails, change: SubscriptionChange): CancellationDetails {
  const { cancellation_details: given, cancel_at, cancel_at_period_end } = change;
  const comment = given?.comment === undefined ? before.comment : given.comment;
  const feedback = given?.feedback === undefined ? before.feedback : given.feedback;
  if (cancel_at_period_end === true || cancel_at != null) {
    return { comment, feedback, reason: 'cancellation_requested' };
  }
  if (cancel_at_period_end === false || cancel_at === null) return { comment, feedback, reason: null };
  return { ...before, comment, feedback };
}

function rejectPastPause(
  context: Context,
  { test_clock }: Subscription,
  { pause_collection }: SubscriptionChange,
): void {
  const resumes_at = pause_collection?.resumes_at ?? null;
  if (resumes_at === null || resumes_at > context.time.now(test_clock)) return;
  throw rejected('`resumes_at` must be in the future.', 'pause_collection[resumes_at]');
}

/** Moves a subscription and its schedule to flexible billing mode. What is already billed or pending stays. */
export function migrateSubscription(
  context: Context,
  before: Subscription,
  requested: FlexibleMode['proration_discounts'] | undefined,
): Subscription {
  if (hasEnded(before)) throw alreadyCanceled();
  const current = before.flexible?.proration_discounts;
  if (current === 'itemized' && requested === 'included') {
    throw rejected('You cannot migrate `proration_discounts` from `itemized` to `included`.', {
      param: 'billing_mode[flexible][proration_discounts]',
    });
  }
  const proration_discounts = requested ?? current ?? 'included';
  if (proration_discounts === current) return before;
  const flexible = { proration_discounts, since: context.time.now(before.test_clock) };
  const after = changeSubscription(context, before, { ...before, flexible });
  const schedule = context.store.schedules.get(before.schedule ?? '');
  if (schedule !== undefined) changeSchedule(context, schedule, { ...schedule, flexible });
  return after;
}
