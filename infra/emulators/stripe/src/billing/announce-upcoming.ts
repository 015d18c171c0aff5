import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { upcomingAnnouncement } from '../state/subscription-status.ts';
import { invoiceWire } from '../wire/invoice-wire.ts';
import { latestPeriodEnd } from './change-periods.ts';
import { dryRun, upcomingInvoice } from './preview-invoice.ts';

/** Announces the next renewal with its invoice, which has no id yet, some days in advance. */
export function announceUpcoming(context: Context, subscription: Subscription, now: number): void {
  const at = upcomingAnnouncement(subscription, context.settings.switches.upcomingDays);
  if (at === null || at > now) return;
  const { id, ...invoice } = dryRun(context, () =>
    invoiceWire(context, { ...upcomingInvoice(context, subscription), billingReason: 'upcoming' }),
  );
  context.store.subscriptions.put({ ...subscription, upcomingAnnounced: latestPeriodEnd(subscription) });
  emit(context, 'invoice.upcoming', invoice);
}
