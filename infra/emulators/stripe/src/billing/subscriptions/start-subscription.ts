import { redeem } from '../../catalogue/redeem-coupon.ts';
import type { CheckoutSession, LineItem } from '../../checkout/checkout-entities.ts';
import { findTrialEnd } from '../../checkout/session-options.ts';
import { putSubscription } from '../../kinds/announced.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import { requireFound } from '../../kinds/require.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import type { Invoice, InvoiceLine, Subscription, SubscriptionItem } from '../billing-entities.ts';
import { firstPeriods, startPeriods } from '../changes/item-periods.ts';
import { adoptCurrency } from '../customer-currency.ts';
import { addOneTimeItems } from '../invoices/add-one-time-items.ts';
import { announceCreation, announcePayment } from '../invoices/announce-invoice.ts';
import { draftInvoice, storeFinal, storePaid } from '../invoices/create-invoice.ts';
import { invoiceWire } from '../invoices/invoice.ts';
import { splitByRecurrence } from '../invoices/price-lines.ts';
import { chooseAnchor } from './choose-anchor.ts';
import { setDelinquent } from './delinquency.ts';
import { partialLines } from './partial-period.ts';
import { withPendingSetup } from './pending-setup.ts';
import { periodLines, startsUnbilled } from './period-lines.ts';
import type { OneTimeItem } from './schedule-entities.ts';

interface NewSubscription {
  readonly session: CheckoutSession;
  readonly customer: string;
  readonly paymentMethod: string | null;
  /** Pays the first invoice; null if nothing was due. */
  readonly paymentIntent: string | null;
  /** Whether the bank has yet to decide the payment. */
  readonly waits: boolean;
  readonly now: number;
}

/** Starts the subscription of a paid checkout session, with its first invoice paid. */
export function startSubscription(context: Context, request: NewSubscription): Subscription {
  const { session, now } = request;
  const { withoutMethod } = session.options;
  const trialEnd = findTrialEnd(session.options, now);
  const { recurring, once } = splitByRecurrence(context, session);
  const start = session.pricedAt ?? now;
  const { anchor: requested } = session.options;
  const firstAnchor = requested && chooseAnchor(context, requested, recurring, start);
  const anchor = firstAnchor?.at ?? trialEnd ?? now;
  const added = recurring.map((item) => newSubscriptionItem(item, now));
  const items =
    trialEnd === null
      ? firstPeriods(context, added, start, anchor)
      : startPeriods(context, added, now, trialEnd);
  const created = context.store.subscriptions.put({
    id: newId('sub'),
    created: now,
    customer: request.customer,
    checkoutSession: session.id,
    status: trialEnd === null ? 'active' : 'trialing',
    currency: requireFound(session.currency ?? undefined, 'currency of the session'),
    items,
    billingCycleAnchor: anchor,
    ...(firstAnchor && { firstAnchor }),
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    cancellationDetails: { comment: null, feedback: null, reason: null },
    defaultPaymentMethod: request.paymentMethod,
    description: session.subscriptionDescription,
    latestInvoice: null,
    discounts: [],
    pauseCollection: null,
    trialStart: trialEnd === null ? null : now,
    trialEnd,
    withoutMethod,
    trialEndAnnounced: false,
    testClock: session.testClock,
    metadata: session.subscriptionMetadata,
    defaultTaxRates: session.options.defaultTaxRates ?? [],
    automaticTax: session.options.automaticTax ?? false,
    ...(session.options.allowedTypes && { methodTypes: session.options.allowedTypes }),
    threeDSecure: session.options.threeDSecure ?? 'automatic',
    ...(session.options.split && { split: session.options.split }),
    ...(session.options.flexible === undefined ? {} : { flexible: session.options.flexible }),
  });
  adoptCurrency(context, created.customer, created.currency);
  const subscription = withDiscount(context, created, session);
  const pending = addOneTimeItems(context, subscription, once.map(oneTimeItem), now);
  const lines = firstLines(context, subscription, start);
  const invoice =
    lines.length + pending.length === 0
      ? null
      : billFirst(context, { subscription, lines, pending, request });
  const asked = request.paymentMethod === null ? withPendingSetup(context, subscription) : subscription;
  const started = putSubscription(context, 'customer.subscription.created', {
    ...asked,
    latestInvoice: invoice?.id ?? null,
  });
  if (invoice !== null) announceFirst(context, invoice);
  return started;
}

/** There is none if the time until the anchor is free, or all is billed by its usage. */
function firstLines(context: Context, subscription: Subscription, start: number): InvoiceLine[] {
  if (startsUnbilled(context, subscription)) return [];
  const { billingCycleAnchor: anchor, firstAnchor } = subscription;
  if (firstAnchor === undefined || anchor <= start) return periodLines(context, subscription, start);
  return firstAnchor.prorates ? partialLines(context, subscription, true, start) : [];
}

type FirstBill = Pick<Parameters<typeof draftInvoice>[1], 'lines' | 'pending' | 'subscription'> & {
  readonly request: NewSubscription;
};

function billFirst(context: Context, { request, ...bill }: FirstBill): Invoice {
  const { now, paymentIntent, waits } = request;
  const first = { billingReason: 'subscription_create', now, autoAdvance: false } as const;
  const draft = draftInvoice(context, { ...bill, ...first });
  const open = storeFinal(context, draft, now, paymentIntent);
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

function oneTimeItem({ price, quantity, taxRates = [] }: LineItem): OneTimeItem {
  return { price, quantity, taxRates, discountable: true, metadata: {} };
}

function withDiscount(
  context: Context,
  subscription: Subscription,
  { discount, id: checkoutSession }: CheckoutSession,
): Subscription {
  if (discount === null) return subscription;
  const { id, customer, created: start } = subscription;
  const redeemed = redeem(context, id, { ...discount, checkoutSession, customer, start });
  return context.store.subscriptions.put({ ...subscription, discounts: [redeemed.id] });
}

function newSubscriptionItem(
  item: LineItem,
  now: number,
): Omit<SubscriptionItem, 'currentPeriodEnd' | 'currentPeriodStart'> {
  return {
    id: newId('si', 14),
    created: now,
    price: item.price,
    quantity: item.quantity,
    metadata: {},
    taxRates: item.taxRates ?? [],
  };
}
