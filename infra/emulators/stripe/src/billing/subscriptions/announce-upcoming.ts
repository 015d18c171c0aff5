import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import type { Subscription } from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { invoiceWire } from '../invoices/invoice.ts';
import { dryRun, upcomingInvoice } from '../invoices/preview-invoice.ts';
import { upcomingAnnouncement } from './subscription-status.ts';

/** Announces the next renewal with its invoice, which has no id yet, some days in advance. */
export function announceUpcoming(context: Context, subscription: Subscription, now: number): void {
  const at = upcomingAnnouncement(subscription, context.settings.switches.upcomingDays);
  if (at === null || at > now) return;
  const { id, ...invoice } = dryRun(context, () =>
    invoiceWire(context, { ...upcomingInvoice(context, subscription), billing_reason: 'upcoming' }),
  );
  context.store.subscriptions.put({ ...subscription, upcomingAnnounced: latestPeriodEnd(subscription) });
  emit(context, 'invoice.upcoming', invoice);
}
