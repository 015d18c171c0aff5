import type { Context } from '../../kinds/context.ts';
import type { Subscription } from '../billing-entities.ts';
import { voidInvoice } from '../invoices/create-invoice.ts';
import { changeSubscription } from './announce-update.ts';

/** Voids an unpaid first invoice and ends its subscription, 23 hours after its start or when it is canceled. */
export function expireIncomplete(
  context: Context,
  subscription: Subscription,
  now: number,
  cancellation: Pick<Subscription, 'canceled_at' | 'cancellation_details'> = subscription,
): Subscription {
  const invoice = context.store.invoices.get(subscription.latest_invoice ?? '');
  if (invoice?.status === 'open') voidInvoice(context, invoice, now);
  const { canceled_at, cancellation_details } = cancellation;
  return changeSubscription(context, subscription, {
    ...subscription,
    status: 'incomplete_expired',
    canceled_at,
    cancellation_details,
    ended_at: now,
  });
}
