import type { Context, Due } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { NEVER } from '../../kinds/part.ts';
import {
  hasEnded,
  incompleteUntil,
  type Subscription,
  trialEndAnnouncement,
  upcomingAnnouncement,
} from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { invoiceWire } from '../invoices/invoice.ts';
import { advanceSchedule } from './advance-schedule.ts';
import { dryRun, endOrRenew, upcomingInvoice } from './renew-subscription.ts';

export function dueOfSubscription(subscription: Subscription, { settings }: Context): Due {
  const { cancel_at, items, status, test_clock, pause_collection, pending_update } = subscription;
  if (hasEnded(subscription)) return [null, test_clock];
  if (status === 'incomplete') return [incompleteUntil(subscription), test_clock];
  const ends = [cancel_at ?? NEVER, pending_update?.expires_at ?? NEVER];
  if (status === 'paused') return [Math.min(...ends), test_clock];
  const at = Math.min(
    ...ends,
    pause_collection?.resumes_at ?? NEVER,
    trialEndAnnouncement(subscription) ?? NEVER,
    upcomingAnnouncement(subscription, settings.switches.upcomingDays) ?? NEVER,
    ...items.map((item) => item.current_period_end),
  );
  return [at, test_clock];
}

export function runSubscription(context: Context, { id, schedule }: Subscription, at: number): void {
  const { schedules, subscriptions } = context.store;
  // The next period belongs to the next phase if both start together.
  const scheduled = schedules.get(schedule ?? '');
  if (scheduled !== undefined) advanceSchedule(context, scheduled, at);
  const subscription = subscriptions.get(id);
  if (subscription !== undefined) endOrRenew(context, subscription, at);
  const kept = subscriptions.get(id);
  if (kept !== undefined) announceUpcoming(context, kept, at);
}

/** Announces the next renewal with its invoice, which has no id yet, some days in advance. */
function announceUpcoming(context: Context, subscription: Subscription, now: number): void {
  const at = upcomingAnnouncement(subscription, context.settings.switches.upcomingDays);
  if (at === null || at > now) return;
  const { id, ...invoice } = dryRun(context, () =>
    invoiceWire(context, { ...upcomingInvoice(context, subscription), billing_reason: 'upcoming' }),
  );
  context.store.subscriptions.put({ ...subscription, upcomingAnnounced: latestPeriodEnd(subscription) });
  emit(context, 'invoice.upcoming', invoice);
}
