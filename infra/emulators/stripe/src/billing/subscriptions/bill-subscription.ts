import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import type { PaymentFailure } from '../../customers/methods/test-card.ts';
import { SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { announceCreation, announceSent } from '../announce.ts';
import type { Invoice, Subscription } from '../billing-entities.ts';
import {
  draftInvoice,
  finalizeInvoice,
  markPaid,
  markUncollectible,
  voidInvoice,
} from '../invoices/create-invoice.ts';
import { pendingItemsOfSubscription } from '../invoices/create-invoice-item.ts';
import type { InvoiceLine } from '../invoices/invoice-item.ts';
import { collectInvoice, paymentMethodFor } from '../invoices/pay-invoice.ts';

export interface Bill {
  readonly billing_reason: Invoice['billing_reason'];
  readonly lines: readonly InvoiceLine[];
  readonly now: number;
  readonly threshold_reason?: Invoice['threshold_reason'];
  /** What happens to the invoice: charged now, left open, left as a draft, or charged later. */
  readonly collection?: 'charge' | 'draft' | 'later' | 'open';
  /** Called before the invoice is finalized or charged. */
  readonly onDraft?: (draft: Invoice) => void;
}

export interface Billed {
  readonly invoice: Invoice;
  readonly failure: PaymentFailure | null;
}

/** Bills `lines` together with all pending items of the subscription. */
export function billSubscription(context: Context, subscription: Subscription, bill: Bill): Billed {
  const { collection = 'charge', onDraft, ...rest } = bill;
  const pending = pendingItemsOfSubscription(context, subscription);
  const paused = subscription.pause_collection;
  const { days_until_due } = subscription;
  const seconds = paused === null ? draftTime(context, subscription, bill, pending.length > 0) : 0;
  const waits = seconds > 0;
  const stored = draftInvoice(context, {
    ...rest,
    subscription,
    pending,
    auto_advance: paused === null && advancesItself(subscription, bill),
    ...(days_until_due == null ? {} : { due_date: bill.now + days_until_due * SECONDS_A_DAY }),
    ...(waits ? { automatically_finalizes_at: bill.now + seconds } : {}),
  });
  const draft = announceCreation(context, stored);
  onDraft?.(draft);
  if (waits || collection === 'draft') return { invoice: draft, failure: null };
  if (paused !== null)
    return { invoice: applyPause(context, paused.behavior, draft, bill.now), failure: null };
  const invoice = finalizeInvoice(context, draft, bill.now);
  if (days_until_due != null) {
    if (invoice.amount_due === 0) return { invoice: markPaid(context, invoice, bill.now), failure: null };
    announceSent(context, invoice);
    return { invoice, failure: null };
  }
  const method = paymentMethodFor(context, subscription);
  if (collection !== 'open' || invoice.amount_due === 0) return collectInvoice(context, invoice, method);
  prepare(context, invoice, method);
  return { invoice, failure: null };
}

/** Invoices that are charged at once are not charged again by themselves (docs.stripe.com/billing/invoices/subscription). */
function advancesItself({ days_until_due }: Subscription, { collection }: Bill): boolean {
  return collection === 'later' || (days_until_due != null && collection !== 'draft');
}

/** The payment waits for its confirmation, with the default payment method. */
function prepare({ store }: Context, invoice: Invoice, method: PaymentMethod | undefined): void {
  const intent = store.paymentIntents.get(invoice.payment_intent ?? '');
  if (method === undefined || intent === undefined) return;
  store.paymentIntents.put({ ...intent, status: 'requires_confirmation', payment_method: method.id });
}

/** Stripe finalizes an invoice that it sends, unless it is free, one hour after creation. */
const SENT_AFTER_SECONDS = 3600;

/** How long the invoice stays a draft, in seconds. */
function draftTime(
  { settings }: Context,
  { days_until_due }: Subscription,
  { collection, lines }: Bill,
  hasPending: boolean,
): number {
  if (collection === 'later') return settings.switches.draftSeconds;
  const isFree = !hasPending && lines.every(({ amount }) => amount === 0);
  return days_until_due == null || collection === 'draft' || isFree ? 0 : SENT_AFTER_SECONDS;
}

type Pause = NonNullable<Subscription['pause_collection']>;

/** Applies the pause behavior to an invoice whose collection is paused. */
function applyPause(context: Context, behavior: Pause['behavior'], draft: Invoice, now: number): Invoice {
  if (behavior === 'keep_as_draft') return draft;
  const open = finalizeInvoice(context, draft, now);
  const close = behavior === 'void' ? voidInvoice : markUncollectible;
  return close(context, open, now);
}
