import { ApiError } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { hasEnded, type Invoice, type Subscription } from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { renew } from '../subscriptions/renew-subscription.ts';
import { billLastPeriod } from '../subscriptions/settle-usage.ts';

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
