import { announceCreation, announcePayment, setDelinquent } from '../billing/announce.ts';
import type { Invoice, Subscription, SubscriptionItem } from '../billing/billing-entities.ts';
import { firstPeriods, startPeriods } from '../billing/changes/item-periods.ts';
import { adoptCurrency } from '../billing/customer-currency.ts';
import { addOneTimeItems } from '../billing/invoices/add-one-time-items.ts';
import { draftInvoice, storeFinal, storePaid } from '../billing/invoices/create-invoice.ts';
import { invoiceWire } from '../billing/invoices/invoice.ts';
import type { InvoiceLine } from '../billing/invoices/invoice-item.ts';
import { chooseAnchor, findTrialEnd } from '../billing/subscriptions/billing-cycle-anchor.ts';
import { partialLines } from '../billing/subscriptions/partial-period.ts';
import { periodLines, startsUnbilled } from '../billing/subscriptions/period-lines.ts';
import { PLAIN_SUBSCRIPTION, putSubscription } from '../billing/subscriptions/subscription.ts';
import { withPendingSetup } from '../billing/subscriptions/subscription-payment.ts';
import { redeem } from '../catalogue/discount.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { emit, newId } from '../kinds/objects.ts';
import type { CheckoutSession, LineItem } from './checkout-entities.ts';
import { splitByRecurrence } from './price-lines.ts';

interface NewSubscription {
  readonly session: CheckoutSession;
  readonly customer: string;
  readonly payment_method: string | null;
  /** Pays the first invoice; null if nothing was due. */
  readonly payment_intent: string | null;
  /** Whether the bank has yet to decide the payment. */
  readonly waits: boolean;
  readonly now: number;
}

/** Starts the subscription of a paid checkout session, with its first invoice paid. */
export function startSubscription(context: Context, request: NewSubscription): Subscription {
  const { session, now } = request;
  const { shown, withoutMethod } = session.options;
  const trial_end = findTrialEnd(session.options, now);
  const { recurring, once } = splitByRecurrence(context, session);
  const start = session.pricedAt ?? now;
  const { anchor: requested } = session.options;
  const firstAnchor = requested && chooseAnchor(context, requested, recurring, start);
  const anchor = firstAnchor?.at ?? trial_end ?? now;
  const bought = recurring.map((item) => newSubscriptionItem(item, now));
  const items =
    trial_end === null
      ? firstPeriods(context, bought, start, anchor)
      : startPeriods(context, bought, now, trial_end);
  const created = context.store.subscriptions.put({
    ...PLAIN_SUBSCRIPTION,
    id: newId('sub'),
    created: now,
    start_date: now,
    customer: request.customer,
    checkout_session: session.id,
    status: trial_end === null ? 'active' : 'trialing',
    currency: requireFound(session.currency ?? undefined, 'currency of the session'),
    items,
    billing_cycle_anchor: anchor,
    ...(firstAnchor && { firstAnchor }),
    default_payment_method: request.payment_method,
    description: session.subscriptionDescription,
    trial_start: trial_end === null ? null : now,
    trial_end,
    withoutMethod,
    test_clock: session.test_clock,
    metadata: session.subscriptionMetadata,
    default_tax_rates: session.options.default_tax_rates,
    automaticTax: session.options.automaticTax,
    methodTypes: shown.allowed_payment_method_types ?? null,
    methodOptions: { card: session.options.methodOptions.card ?? {} },
    ...(session.options.split && { split: session.options.split }),
    ...(session.options.flexible === undefined ? {} : { flexible: session.options.flexible }),
  });
  adoptCurrency(context, created.customer, created.currency);
  const subscription = withDiscount(context, created, session);
  const added = once.map((item) => ({ ...item, discountable: true, metadata: {} }));
  const pending = addOneTimeItems(context, subscription, added, now);
  const lines = firstLines(context, subscription, start);
  const invoice =
    lines.length + pending.length === 0
      ? null
      : billFirst(context, { subscription, lines, pending, request });
  const asked = request.payment_method === null ? withPendingSetup(context, subscription) : subscription;
  const started = putSubscription(context, 'customer.subscription.created', {
    ...asked,
    latest_invoice: invoice?.id ?? null,
  });
  if (invoice !== null) announceFirst(context, invoice);
  return started;
}

/** There is none if the time until the anchor is free, or all is billed by its usage. */
function firstLines(context: Context, subscription: Subscription, start: number): InvoiceLine[] {
  if (startsUnbilled(context, subscription)) return [];
  const { billing_cycle_anchor: anchor, firstAnchor } = subscription;
  if (firstAnchor === undefined || anchor <= start) return periodLines(context, subscription, start);
  return firstAnchor.prorates ? partialLines(context, subscription, true, start) : [];
}

type FirstBill = Pick<Parameters<typeof draftInvoice>[1], 'lines' | 'pending' | 'subscription'> & {
  readonly request: NewSubscription;
};

function billFirst(context: Context, { request, ...bill }: FirstBill): Invoice {
  const { now, payment_intent, waits } = request;
  const first = { billing_reason: 'subscription_create', now, auto_advance: false } as const;
  const draft = draftInvoice(context, { ...bill, ...first });
  const open = storeFinal(context, draft, now, payment_intent);
  return waits ? open : storePaid(context, open, now);
}

/** The events of a checkout's first invoice follow its subscription, and all show what has become of it. */
function announceFirst(context: Context, stored: Invoice): void {
  const invoice = announceCreation(context, stored);
  emit(context, 'invoice.finalized', invoiceWire(context, invoice));
  if (invoice.status !== 'paid') return;
  announcePayment(context, invoice);
  setDelinquent(context, invoice.customer, false);
}

function withDiscount(
  context: Context,
  subscription: Subscription,
  { discount, id: checkout_session }: CheckoutSession,
): Subscription {
  if (discount === null) return subscription;
  const { id, customer, created: start } = subscription;
  const redeemed = redeem(context, id, { ...discount, checkout_session, customer, start });
  return context.store.subscriptions.put({ ...subscription, discounts: [redeemed.id] });
}

function newSubscriptionItem(
  { price, quantity, tax_rates }: LineItem,
  now: number,
): Omit<SubscriptionItem, 'current_period_end' | 'current_period_start'> {
  return { id: newId('si', 14), created: now, metadata: {}, price, quantity, tax_rates };
}
