import type { Context } from '../context.ts';
import type { Invoice, InvoiceLine, PauseBehavior, Subscription } from '../state/billing-entities.ts';
import type { PaymentFailure } from '../state/payment-entities.ts';
import { draftInvoice, finalizeInvoice, markUncollectible, voidInvoice } from './create-invoice.ts';
import { pendingItemsOf } from './invoice-items.ts';
import { collectInvoice, paymentMethodFor } from './pay-invoice.ts';

export interface Bill {
  readonly billingReason: Invoice['billingReason'];
  readonly lines: readonly InvoiceLine[];
  readonly now: number;
  /** What happens to the invoice: charged now, left open, left as a draft, or charged later. */
  readonly collection?: 'charge' | 'draft' | 'later' | 'open';
}

export interface Billed {
  readonly invoice: Invoice;
  readonly failure: PaymentFailure | null;
}

/** Bills `lines` together with all pending items of the subscription. */
export function billSubscription(context: Context, subscription: Subscription, bill: Bill): Billed {
  const { collection = 'charge', ...rest } = bill;
  const pending = pendingItemsOf(context, { ...subscription, subscription: subscription.id });
  const paused = subscription.pauseCollection;
  const { draftSeconds } = context.settings.switches;
  const waits = collection === 'later' && paused === null && draftSeconds > 0;
  const draft = draftInvoice(context, {
    ...rest,
    subscription,
    pending,
    autoAdvance: paused === null && collection !== 'draft',
    ...(waits ? { finalizesAt: bill.now + draftSeconds } : {}),
  });
  if (waits || collection === 'draft') return { invoice: draft, failure: null };
  if (paused !== null)
    return { invoice: applyPause(context, paused.behavior, draft, bill.now), failure: null };
  const invoice = finalizeInvoice(context, draft, bill.now);
  if (collection === 'open' && invoice.amountDue > 0) return { invoice, failure: null };
  return collectInvoice(context, invoice, paymentMethodFor(context, subscription));
}

/** Applies the pause behavior to an invoice whose collection is paused. */
function applyPause(context: Context, behavior: PauseBehavior, draft: Invoice, now: number): Invoice {
  if (behavior === 'keep_as_draft') return draft;
  const open = finalizeInvoice(context, draft, now);
  const close = behavior === 'void' ? voidInvoice : markUncollectible;
  return close(context, open, now);
}
