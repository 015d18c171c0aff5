import { discountWire } from '../../catalogue/discount.ts';
import { type ApiError, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/defined.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import { requireOwnMethod } from '../../kinds/lookup.ts';
import type { CancellationDetails, PauseCollection, Subscription } from '../billing-entities.ts';
import { addOneTimeItems } from '../invoices/add-one-time-items.ts';
import { activeDiscounts } from '../subscriptions/active-discounts.ts';
import { announceEndedTrial, announceTrialEnd, announceUpdate } from '../subscriptions/announce-update.ts';
import { rejectRestart } from '../subscriptions/bill-thresholds.ts';
import { endsWithoutMethod, endWithoutMethod } from '../subscriptions/end-without-method.ts';
import { cancelPendingSetup } from '../subscriptions/pending-setup.ts';
import { settleUsage } from '../subscriptions/settle-usage.ts';
import { hasEnded } from '../subscriptions/subscription-status.ts';
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
  const now = context.time.now(given.testClock);
  const before = supersedes(change) ? discardUpdate(context, given, now) : given;
  if (hasEnded(before) && !changesOnlyDetails(change)) {
    throw rejected('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
  if (before.status === 'incomplete' && bills(change)) {
    throw rejected(
      'You cannot update a subscription in `incomplete` status in a way that results in a new invoice or invoice items. Only minor attributes, like `metadata` or `default_payment_method`, can be updated on such subscriptions.',
    );
  }
  const { trialEnd, ...others } = change;
  const { defaultPaymentMethod = before.defaultPaymentMethod, withoutMethod = before.withoutMethod } = change;
  const over = { ...before, defaultPaymentMethod, trialEnd: now, withoutMethod };
  if (trialEnd === 'now' && endsWithoutMethod(context, over, now)) {
    const after = updateSubscription(context, before, others);
    const items = after.items.map((item) => ({ ...item, currentPeriodEnd: now }));
    const ended = { ...after, billingCycleAnchor: now, items, trialEnd: now };
    return endWithoutMethod(context, ended, now, 'cancellation_requested');
  }
  const timed = periodsAfter(context, before, change);
  const changed = context.store.subscriptions.put({
    ...timed.subscription,
    ...cancellation(context, timed.subscription, change),
    cancellationDetails: mergeDetails(before.cancellationDetails, change),
    defaultPaymentMethod: choosePaymentMethod(context, before, change),
    ...(change.defaultPaymentMethod != null && { pendingSetup: undefined }),
    pauseCollection: mergePause(context, before, change),
    ...defined({
      ...change.paymentSettings,
      automaticTax: change.automaticTax,
      daysUntilDue: change.daysUntilDue,
      withoutMethod: change.withoutMethod,
      defaultTaxRates: change.defaultTaxRates,
      description: change.description,
      discounts: change.discounts,
      metadata: change.metadata,
      split: change.split,
      thresholds: change.thresholds,
    }),
  });
  rejectRestart(context, changed);
  if (change.defaultPaymentMethod != null) cancelPendingSetup(context, before);
  announceRemovedDiscounts(context, before, changed, now);
  settleUsage(context, before, changed, change.items ?? []);
  addOneTimeItems(context, changed, change.oneTimeItems ?? [], now);
  const { announced, after } = billChange(context, before, changed, {
    ...change.billing,
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
function supersedes({ billingCycleAnchor, cancelAtPeriodEnd, items, trialEnd }: SubscriptionChange): boolean {
  return [billingCycleAnchor, cancelAtPeriodEnd, items, trialEnd].some((value) => value !== undefined);
}

/** Whether a change can lead to an invoice or invoice items. */
function bills({ billing, billingCycleAnchor, items, oneTimeItems, trialEnd }: SubscriptionChange): boolean {
  const isProrated = items !== undefined && billing?.prorationBehavior !== 'none';
  const restarts = trialEnd !== undefined || billingCycleAnchor === 'now';
  return isProrated || restarts || (oneTimeItems ?? []).length > 0;
}

function changesOnlyDetails({
  cancellationDetails,
  metadata,
  billing,
  ...others
}: SubscriptionChange): boolean {
  return Object.values(others).every((value) => value === undefined);
}

type Schedule = Pick<Subscription, 'cancelAt' | 'cancelAtPeriodEnd' | 'canceledAt' | keyof Trial>;
type Trial = Pick<Subscription, 'billingCycleAnchor' | 'items' | 'trialEnd'>;

/** A subscription ends at its period's end or at another time. */
export function twoCancellations(): ApiError {
  return rejected('You cannot set both `cancel_at` and `cancel_at_period_end`.', { param: 'cancel_at' });
}

function cancellation(context: Context, before: Subscription, change: SubscriptionChange): Partial<Schedule> {
  const { cancelAtPeriodEnd } = change;
  const cancelAt = change.cancelAt == null ? change.cancelAt : endAt(before, change.cancelAt);
  if (cancelAt != null && cancelAtPeriodEnd === true) throw twoCancellations();
  const now = context.time.now(before.testClock);
  if (cancelAtPeriodEnd === true) {
    return { cancelAtPeriodEnd: true, cancelAt: latestPeriodEnd(before), canceledAt: now };
  }
  if (cancelAt != null) {
    if (cancelAt <= now) throw rejected('`cancel_at` must be in the future.', { param: 'cancel_at' });
    return { ...shortenedTrial(before, cancelAt), cancelAtPeriodEnd: false, cancelAt, canceledAt: now };
  }
  if (cancelAt === null || cancelAtPeriodEnd === false) {
    return { cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null };
  }
  // When the period restarts, the cancellation date moves with it.
  return before.cancelAtPeriodEnd ? { cancelAt: latestPeriodEnd(before) } : {};
}

/** In classic mode a trial ends with the subscription at the latest. */
function shortenedTrial({ flexible, items, status, trialEnd }: Subscription, end: number): Partial<Trial> {
  if (flexible !== undefined || status !== 'trialing' || trialEnd === null || trialEnd <= end) return {};
  const shortened = items.map((item) => ({ ...item, currentPeriodEnd: end }));
  return { billingCycleAnchor: end, items: shortened, trialEnd: end };
}

function mergeDetails(before: CancellationDetails, change: SubscriptionChange): CancellationDetails {
  const { cancellationDetails: given, cancelAt, cancelAtPeriodEnd } = change;
  const comment = given?.comment === undefined ? before.comment : given.comment;
  const feedback = given?.feedback === undefined ? before.feedback : given.feedback;
  if (cancelAtPeriodEnd === true || cancelAt != null) {
    return { comment, feedback, reason: 'cancellation_requested' };
  }
  if (cancelAtPeriodEnd === false || cancelAt === null) return { comment, feedback, reason: null };
  return { ...before, comment, feedback };
}

function mergePause(
  context: Context,
  before: Subscription,
  change: SubscriptionChange,
): PauseCollection | null {
  const { pauseCollection } = change;
  if (pauseCollection === undefined) return before.pauseCollection;
  const resumesAt = pauseCollection?.resumesAt ?? null;
  if (resumesAt !== null && resumesAt <= context.time.now(before.testClock)) {
    throw rejected('`resumes_at` must be in the future.', { param: 'pause_collection[resumes_at]' });
  }
  return pauseCollection;
}

function choosePaymentMethod(
  context: Context,
  before: Subscription,
  change: SubscriptionChange,
): string | null {
  const requested = change.defaultPaymentMethod;
  if (requested === undefined) return before.defaultPaymentMethod;
  if (requested === null) return null;
  return requireOwnMethod(context, requested, before.customer, 'default_payment_method').id;
}
