import { requirePrice, requireRecurrence } from '../../catalogue/price.ts';
import { ApiError } from '../../description/api-error.ts';
import { nextPeriodEnd } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { announceTrialEnd, changeSubscription, makeOverdue } from '../announce.ts';
import {
  type CancellationDetails,
  hasEnded,
  type Invoice,
  incompleteUntil,
  type Subscription,
  type SubscriptionItem,
} from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { discardUpdate } from '../changes/pending-update.ts';
import { paymentMethodFor } from '../invoices/pay-invoice.ts';
import { type Bill, billSubscription } from './bill-subscription.ts';
import { findFirstAnchor } from './billing-cycle-anchor.ts';
import { cancelSubscription, expireIncomplete } from './cancel-subscription.ts';
import { partialLines } from './partial-period.ts';
import { renewalLines } from './period-lines.ts';
import { billLastPeriod } from './settle-usage.ts';
import { subscriptionWire } from './subscription.ts';

/** Resumes collection, ends the subscription or starts its next period, as due by `now`. */
export function endOrRenew(context: Context, given: Subscription, now: number): void {
  if (hasEnded(given)) return;
  if (given.status === 'incomplete') {
    if (incompleteUntil(given) <= now) expireIncomplete(context, given, now);
    return;
  }
  const kept =
    (given.pending_update?.expires_at ?? now + 1) > now ? given : discardUpdate(context, given, now);
  const subscription = announceTrialEnd(context, resumed(context, kept, now), now);
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    const latest_invoice = billLastPeriod(context, subscription, now)?.id ?? subscription.latest_invoice;
    const details = subscription.cancellation_details;
    cancelSubscription(context, { ...subscription, latest_invoice }, { now, details });
  } else if (subscription.status === 'paused') {
    return;
  } else if (endsWithoutMethod(context, subscription, now)) {
    endWithoutMethod(context, subscription, now);
  } else if (latestPeriodEnd(subscription) <= now) {
    renew(context, subscription, now);
  }
}

function resumed(context: Context, subscription: Subscription, now: number): Subscription {
  const resumes_at = subscription.pause_collection?.resumes_at ?? null;
  if (resumes_at === null || resumes_at > now) return subscription;
  return changeSubscription(context, subscription, { ...subscription, pause_collection: null });
}

/** Starts the next period of the items whose period ends, and bills it with all pending items. */
function renew(
  context: Context,
  before: Subscription,
  now: number,
  collection: Bill['collection'] = 'later',
): Invoice {
  const trialEnds = before.status === 'trialing' && before.trial_end !== null && before.trial_end <= now;
  const first = trialEnds ? findFirstAnchor(before) : undefined;
  const billing_cycle_anchor = trialEnds && first === undefined ? now : before.billing_cycle_anchor;
  const anchored = trialEnds ? { ...before, status: 'active' as const, billing_cycle_anchor } : before;
  const ends = ({ current_period_end }: SubscriptionItem) => current_period_end <= now;
  const due = anchored.items.filter(ends).map((item) => nextPeriod(context, anchored, item));
  const items = anchored.items.map((item) => due.find(({ id }) => id === item.id) ?? item);
  const renewed = context.store.subscriptions.put({ ...anchored, items });
  const started = { ...renewed, items: due };
  const lines =
    first === undefined
      ? renewalLines(context, started, anchored.items.filter(ends), now)
      : partialLines(context, started, first.prorates, now);
  const { invoice, failure } = billSubscription(context, renewed, {
    billing_reason: 'subscription_cycle',
    lines,
    now,
    collection,
    // The period starts, and a trial ends, before its invoice is collected.
    onDraft: ({ id }) => {
      changeSubscription(context, before, { ...renewed, latest_invoice: id });
    },
  });
  if (failure !== null) makeOverdue(context, invoice);
  return invoice;
}

function nextPeriod(
  { store }: Context,
  subscription: Subscription,
  item: SubscriptionItem,
): SubscriptionItem {
  const start = item.current_period_end;
  const recurring = requireRecurrence(requirePrice(store, item.price));
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, recurring, start);
  return { ...item, current_period_start: start, current_period_end: end };
}

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

/** Runs `work`, rolls back its changes and returns its result. */
export function dryRun<T>({ store }: Context, work: () => T): T {
  const outcome: { value?: T } = {};
  const undone = new Error('rolled back after a dry run');
  try {
    store.transact(() => {
      outcome.value = work();
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return outcome.value as T;
}

/** The subscription's next invoice, as its renewal or its scheduled end would create it. */
export function upcomingInvoice(context: Context, subscription: Subscription): Invoice {
  const end = latestPeriodEnd(subscription);
  const { cancel_at, status, test_clock } = subscription;
  const billsNothing = hasEnded(subscription) || status === 'incomplete' || status === 'paused';
  if (billsNothing) throw noneUpcoming(subscription.customer);
  if (cancel_at !== null && cancel_at <= end) {
    const last = atTime(context, test_clock, cancel_at, () =>
      billLastPeriod(context, subscription, cancel_at, 'draft'),
    );
    if (last === undefined) throw noneUpcoming(subscription.customer);
    return last;
  }
  return atTime(context, test_clock, end, () => renew(context, subscription, end, 'draft'));
}

export function noneUpcoming(customer: string): ApiError {
  return new ApiError(404, 'invalid_request_error', `No upcoming invoices for customer: ${customer}`, {
    code: 'invoice_upcoming_none',
  });
}

function atTime<T>({ store, time }: Context, test_clock: string | null, now: number, work: () => T): T {
  const clock = test_clock === null ? undefined : store.testClocks.get(test_clock);
  if (clock === undefined) return time.frozenAt(now, work);
  store.testClocks.put({ ...clock, frozen_time: now });
  return work();
}
