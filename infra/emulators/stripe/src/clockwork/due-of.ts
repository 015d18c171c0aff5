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

type Found = (Due & { readonly clock: string | null }) | null;

/** When an entity is next due, and on which clock; null if never. */
export function findDue(
  change: Pick<Change, 'collection' | 'value'>,
  { upcomingDays }: Pick<Switches, 'upcomingDays'>,
): Found {
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

function due(kind: Due['kind'], id: string, at: number | null | undefined, clock: string | null): Found {
  return at == null || at === NEVER ? null : { kind, id, at, clock };
}

function sessionDue({ id, status, expiresAt, paymentSettlesAt, testClock }: CheckoutSession): Found {
  return due('session', id, paymentSettlesAt ?? (status === 'open' ? expiresAt : null), testClock);
}

function subscriptionDue(subscription: Subscription, upcomingDays: number | null): Found {
  if (hasEnded(subscription)) return null;
  const { id, cancelAt, items, status, testClock, pauseCollection, pendingUpdate } = subscription;
  if (status === 'incomplete') return due('subscription', id, incompleteUntil(subscription), testClock);
  const ends = [cancelAt ?? NEVER, pendingUpdate?.expiresAt ?? NEVER];
  if (status === 'paused') return due('subscription', id, Math.min(...ends), testClock);
  const at = Math.min(
    ...ends,
    pauseCollection?.resumesAt ?? NEVER,
    trialEndAnnouncement(subscription) ?? NEVER,
    upcomingAnnouncement(subscription, upcomingDays) ?? NEVER,
    ...items.map((item) => item.currentPeriodEnd),
  );
  return due('subscription', id, at, testClock);
}

function scheduleDue(schedule: SubscriptionSchedule): Found {
  return due('schedule', schedule.id, scheduleDueAt(schedule), schedule.testClock);
}

function invoiceDue({ id, status, nextPaymentAttempt, finalizesAt, testClock, dueDate }: Invoice): Found {
  if (status === 'draft') return due('invoice', id, finalizesAt, testClock);
  return status === 'open' ? due('invoice', id, dueDate ?? nextPaymentAttempt, testClock) : null;
}

/** The queue of captures and refunds to settle, which no test clock delays. */
export const SETTLEMENTS = 'settlements';

function chargeDue({ amountCaptured, amountRefunded, captureBefore, id, settlesAt }: Charge): Found {
  if (settlesAt !== undefined) return due('charge', id, settlesAt, SETTLEMENTS);
  const isHeld = amountCaptured === null && amountRefunded === 0;
  return isHeld ? due('charge', id, captureBefore, null) : null;
}

function refundDue({ id, settlesAt }: Refund): Found {
  return due('refund', id, settlesAt, SETTLEMENTS);
}

function disputeDue({ decidesAt, id }: Dispute): Found {
  return due('dispute', id, decidesAt, SETTLEMENTS);
}

function payoutDue(payout: Payout): Found {
  return due('payout', payout.id, payoutDueAt(payout), null);
}

function clockDue(clock: TestClock): Found {
  return due('test_clock', clock.id, clockDeletion(clock), null);
}
