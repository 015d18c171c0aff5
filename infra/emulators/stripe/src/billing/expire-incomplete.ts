import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';
import { voidInvoice } from './create-invoice.ts';

/** Voids a first invoice left unpaid for 23 hours and ends its subscription. */
export function expireIncomplete(context: Context, subscription: Subscription, now: number): void {
  const { store } = context;
  const invoice = store.invoices.get(subscription.latestInvoice ?? '');
  if (invoice?.status === 'open') voidInvoice(context, invoice, now);
  const before = subscriptionWire(context, subscription);
  const expired = store.subscriptions.put({ ...subscription, status: 'incomplete_expired', endedAt: now });
  const wire = subscriptionWire(context, expired);
  emit(context, 'customer.subscription.updated', wire, changedAttributes(before, wire));
}
