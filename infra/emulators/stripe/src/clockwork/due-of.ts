import { payoutDueAt } from '../billing/advance-payout.ts';
import type { Switches } from '../faults/switches.ts';
import type { Invoice, Subscription } from '../state/billing-entities.ts';
import type { Change } from '../state/change.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { clockDeletion, type TestClock } from '../state/customer-entities.ts';
import type { Charge, Dispute, Refund } from '../state/payment-entities.ts';
import type { Payout } from '../state/payout-entities.ts';
import { type SubscriptionSchedule, scheduleDueAt } from '../state/schedule-entities.ts';
import {
  hasEnded,
  incompleteUntil,
  trialEndAnnouncement,
  upcomingAnnouncement,
} from '../state/subscription-status.ts';
import type { Due } from './due-queue.ts';

/** When an entity is next due, and on which clock; null if never. */
export function findDue(
  change: Pick<Change, 'collection' | 'value'>,
  { upcomingDays }: Pick<Switches, 'upcomingDays'>,
): (Due & { clock: string | null }) | null {
  if (change.value === undefined) return null;
  switch (change.collection) {
    case 'sessions':
      return sessionDue(change.value as CheckoutSession);
    case 'subscriptions':
      return subscriptionDue(change.value as Subscription, upcomingDays);
    case 'schedules':
      return scheduleDue(change.value as SubscriptionSchedule);
    case 'invoices':
      return invoiceDue(change.value as Invoice);
    case 'charges':
      return chargeDue(change.value as Charge);
    case 'disputes':
      return disputeDue(change.value as Dispute);
    case 'refunds':
      return refundDue(change.value as Refund);
    case 'payouts':
      return payoutDue(change.value as Payout);
    case 'testClocks':
      return clockDue(change.value as TestClock);
    default:
      return null;
  }
}

const NEVER = Number.POSITIVE_INFINITY;

function sessionDue({ id, status, expiresAt, paymentSettlesAt, testClock }: CheckoutSession) {
  if (paymentSettlesAt !== null) {
    return { kind: 'session', id, at: paymentSettlesAt, clock: testClock } as const;
  }
  return status === 'open' ? ({ kind: 'session', id, at: expiresAt, clock: testClock } as const) : null;
}

function subscriptionDue(subscription: Subscription, upcomingDays: number | null) {
  if (hasEnded(subscription)) return null;
  const { id, cancelAt, items, testClock, pauseCollection, pendingUpdate } = subscription;
  if (subscription.status === 'paused') {
    const at = Math.min(cancelAt ?? NEVER, pendingUpdate?.expiresAt ?? NEVER);
    return at === NEVER ? null : ({ kind: 'subscription', id, at, clock: testClock } as const);
  }
  if (subscription.status === 'incomplete') {
    return { kind: 'subscription', id, at: incompleteUntil(subscription), clock: testClock } as const;
  }
  const ends = items.map((item) => item.currentPeriodEnd);
  const at = Math.min(
    cancelAt ?? NEVER,
    pauseCollection?.resumesAt ?? NEVER,
    pendingUpdate?.expiresAt ?? NEVER,
    trialEndAnnouncement(subscription) ?? NEVER,
    upcomingAnnouncement(subscription, upcomingDays) ?? NEVER,
    ...ends,
  );
  return { kind: 'subscription', id, at, clock: testClock } as const;
}

function scheduleDue(schedule: SubscriptionSchedule) {
  const at = scheduleDueAt(schedule);
  return at === null ? null : ({ kind: 'schedule', id: schedule.id, at, clock: schedule.testClock } as const);
}

function invoiceDue(invoice: Invoice) {
  const { id, status, nextPaymentAttempt, finalizesAt, testClock, dueDate } = invoice;
  if (status === 'draft' && finalizesAt != null) {
    return { kind: 'invoice', id, at: finalizesAt, clock: testClock } as const;
  }
  if (status === 'open' && dueDate != null) {
    return { kind: 'invoice', id, at: dueDate, clock: testClock } as const;
  }
  if (status !== 'open' || nextPaymentAttempt === null) return null;
  return { kind: 'invoice', id, at: nextPaymentAttempt, clock: testClock } as const;
}

/** The queue of captures and refunds to settle, which no test clock delays. */
export const SETTLEMENTS = 'settlements';

function chargeDue({ amountCaptured, amountRefunded, captureBefore, id, settlesAt }: Charge) {
  if (settlesAt !== undefined) return { kind: 'charge', id, at: settlesAt, clock: SETTLEMENTS } as const;
  const isHeld = amountCaptured === null && amountRefunded === 0;
  if (!isHeld || captureBefore === undefined) return null;
  return { kind: 'charge', id, at: captureBefore, clock: null } as const;
}

function refundDue({ id, settlesAt }: Refund) {
  return settlesAt === undefined
    ? null
    : ({ kind: 'refund', id, at: settlesAt, clock: SETTLEMENTS } as const);
}

function disputeDue({ decidesAt, id }: Dispute) {
  return decidesAt === undefined
    ? null
    : ({ kind: 'dispute', id, at: decidesAt, clock: SETTLEMENTS } as const);
}

function payoutDue(payout: Payout) {
  const at = payoutDueAt(payout);
  return at === null ? null : ({ kind: 'payout', id: payout.id, at, clock: null } as const);
}

function clockDue(clock: TestClock) {
  return { kind: 'test_clock', id: clock.id, at: clockDeletion(clock), clock: null } as const;
}
