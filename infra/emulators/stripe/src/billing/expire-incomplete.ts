import type { Context } from '../context.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { changeSubscription } from './announce-update.ts';
import { voidInvoice } from './create-invoice.ts';

/** Voids a first invoice left unpaid for 23 hours and ends its subscription. */
export function expireIncomplete(context: Context, subscription: Subscription, now: number): void {
  const { store } = context;
  const invoice = store.invoices.get(subscription.latestInvoice ?? '');
  if (invoice?.status === 'open') voidInvoice(context, invoice, now);
  changeSubscription(context, subscription, { ...subscription, status: 'incomplete_expired', endedAt: now });
}
