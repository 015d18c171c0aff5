import type { Context } from '../../kinds/context.ts';
import type { Subscription } from '../billing-entities.ts';
import { voidInvoice } from '../invoices/create-invoice.ts';
import { changeSubscription } from './announce-update.ts';

/** Voids an unpaid first invoice and ends its subscription, 23 hours after its start or when it is canceled. */
export function expireIncomplete(
  context: Context,
  subscription: Subscription,
  now: number,
  cancellation: Pick<Subscription, 'canceledAt' | 'cancellationDetails'> = subscription,
): Subscription {
  const invoice = context.store.invoices.get(subscription.latestInvoice ?? '');
  if (invoice?.status === 'open') voidInvoice(context, invoice, now);
  const { canceledAt, cancellationDetails } = cancellation;
  return changeSubscription(context, subscription, {
    ...subscription,
    status: 'incomplete_expired',
    canceledAt,
    cancellationDetails,
    endedAt: now,
  });
}
