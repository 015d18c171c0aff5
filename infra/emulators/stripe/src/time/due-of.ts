import type { Invoice, Subscription } from '../state/billing-entities.ts';
import type { Change } from '../state/change.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import type { Due } from './due-queue.ts';

/** When an entity next needs attention, and on which clock; null when it never does. */
export function dueOf(change: Pick<Change, 'collection' | 'value'>): (Due & { clock: string | null }) | null {
  if (change.value === undefined) return null;
  switch (change.collection) {
    case 'sessions':
      return sessionDue(change.value as CheckoutSession);
    case 'subscriptions':
      return subscriptionDue(change.value as Subscription);
    case 'invoices':
      return invoiceDue(change.value as Invoice);
    default:
      return null;
  }
}

function sessionDue({ id, status, expiresAt, testClock }: CheckoutSession) {
  return status === 'open' ? ({ kind: 'session', id, at: expiresAt, clock: testClock } as const) : null;
}

function subscriptionDue({ id, status, cancelAt, items, testClock }: Subscription) {
  if (status === 'canceled') return null;
  const ends = items.map((item) => item.currentPeriodEnd);
  const at = Math.min(cancelAt ?? Number.POSITIVE_INFINITY, ...ends);
  return { kind: 'subscription', id, at, clock: testClock } as const;
}

function invoiceDue({ id, status, nextPaymentAttempt, testClock }: Invoice) {
  if (status !== 'open' || nextPaymentAttempt === null) return null;
  return { kind: 'invoice', id, at: nextPaymentAttempt, clock: testClock } as const;
}
