import type { Context } from '../context.ts';
import { activeDiscounts, discountAmounts } from '../discounts/subscription-discounts.ts';
import { refused } from '../errors/api-error.ts';
import { requireFound, requirePrice } from '../lookup/require.ts';
import type { CreditedItems, Invoice, Subscription } from '../state/billing-entities.ts';
import { billSubscription } from './bill-subscription.ts';
import { isOnTrial } from './change-periods.ts';
import { periodLines } from './create-invoice.ts';
import { addPendingItem } from './invoice-items.ts';
import { lineDiscount } from './invoice-total.ts';
import { deferUpdate } from './pending-update.ts';
import { type PricedPeriod, type Proration, prorate } from './prorate.ts';
import { incompleteError, requireMethod } from './subscription-payment.ts';
import { taxRatesOf } from './tax-rates.ts';
import type { ChangeBilling } from './update-subscription.ts';

interface BilledChange extends ChangeBilling {
  readonly restarts: boolean;
}

/** Bills the prorations of a change, now or with the next invoice. */
export function billChange(
  context: Context,
  before: Subscription,
  after: Subscription,
  change: BilledChange,
): Subscription {
  const { prorationBehavior = 'create_prorations', paymentBehavior, restarts } = change;
  const now = context.time.now(before.testClock);
  const time = prorationTime(before, change.prorationDate, now);
  const latter = restarts ? [] : discountedPeriods(context, after, now);
  const prorations =
    prorationBehavior === 'none' ? [] : prorate(paidPeriods(context, before, now), latter, time);
  addProrations(context, before, prorations, now);
  if (!restarts && (prorations.length === 0 || prorationBehavior !== 'always_invoice')) return after;
  const { invoice, failure } = billSubscription(context, after, {
    billingReason: 'subscription_update',
    lines: restarts ? periodLines(context, after, now) : [],
    now,
    collection: COLLECTION[paymentBehavior ?? 'allow_incomplete'],
  });
  if (failure !== null && paymentBehavior !== undefined) requireMethod(context, after);
  if (failure !== null && paymentBehavior === 'error_if_incomplete') {
    throw incompleteError(context, failure, context.store.paymentIntents.get(invoice.paymentIntent ?? ''));
  }
  if (failure !== null && paymentBehavior === 'pending_if_incomplete') {
    return deferUpdate(context, before, after, { invoice, now });
  }
  const isUnpaid = invoice.status === 'open' && invoice.amountDue > 0 && invoice.dueDate == null;
  const owes = failure !== null || isUnpaid;
  return context.store.subscriptions.put({
    ...after,
    latestInvoice: invoice.id,
    status: owes && after.status === 'active' ? 'past_due' : after.status,
  });
}

const COLLECTION = {
  allow_incomplete: 'charge',
  default_incomplete: 'open',
  error_if_incomplete: 'charge',
  pending_if_incomplete: 'charge',
  preview: 'draft',
} as const;

export function prorationTime(
  subscription: Subscription,
  requested: number | undefined,
  now: number,
): number {
  if (requested === undefined) return now;
  const { items } = subscription;
  const inPeriod = items.every(
    ({ currentPeriodStart, currentPeriodEnd }) =>
      requested >= currentPeriodStart && requested <= currentPeriodEnd,
  );
  if (inPeriod) return requested;
  const message = 'Invalid proration_date: it must be within the current period of the subscription.';
  throw refused(message, { param: 'proration_date' });
}

/** What the items cost in their current period; zero during a trial. */
export function pricedPeriods({ store }: Context, subscription: Subscription, now: number): PricedPeriod[] {
  const free = isOnTrial(subscription, now);
  return subscription.items.map((item) => ({
    id: item.id,
    price: item.price,
    unitAmount: free ? 0 : requirePrice(store, item.price).unitAmount,
    quantity: item.quantity,
    discountTotal: 0,
    taxRates: taxRatesOf(subscription, item),
    periodStart: item.currentPeriodStart,
    periodEnd: item.currentPeriodEnd,
  }));
}

/** What the items cost in their current period, with the current discounts. */
export function discountedPeriods(context: Context, subscription: Subscription, now: number): PricedPeriod[] {
  const periods = pricedPeriods(context, subscription, now);
  const lines = periods.map(({ price, unitAmount, quantity }) => ({
    amount: unitAmount * quantity,
    product: requirePrice(context.store, price).product,
    discountable: true,
  }));
  const amounts = discountAmounts(context, activeDiscounts(context, subscription, now), lines);
  return periods.map((period, index) => ({
    ...period,
    discountTotal: lineDiscount({ discountAmounts: amounts[index] ?? [] }),
  }));
}

/** The periods with the discounts and taxes actually charged, so that credits never exceed payments. */
export function paidPeriods(context: Context, subscription: Subscription, now: number): PricedPeriod[] {
  const charged = lastBill(context, subscription)?.lines ?? [];
  const periods = discountedPeriods(context, subscription, now);
  return periods.map((period) => {
    const line = charged.find(
      ({ subscriptionItem, proration, periodEnd }) =>
        subscriptionItem === period.id && !proration && periodEnd === period.periodEnd,
    );
    if (line === undefined) return period;
    // An unbilled change since then is credited at its current discounts.
    const isAsCharged = line.price === period.price && line.quantity === period.quantity;
    const discountTotal = isAsCharged ? lineDiscount(line) : period.discountTotal;
    return { ...period, discountTotal, taxRates: line.taxRates ?? [] };
  });
}

/** The latest invoice; if it was voided, as for a discarded update, the one before. */
function lastBill({ store }: Context, { id, latestInvoice }: Subscription): Invoice | undefined {
  const latest = store.invoices.get(latestInvoice ?? '');
  if (latest?.status !== 'void') return latest;
  const [before] = store.invoices.newestFirst(
    ({ subscription, status, billingReason }) =>
      subscription === id && status !== 'void' && billingReason !== 'manual',
  );
  return before;
}

export function addProrations(
  context: Context,
  subscription: Subscription,
  prorations: readonly Proration[],
  now: number,
): void {
  const { id, customer, currency, testClock, metadata } = subscription;
  for (const { kind, item, amount, start, end } of prorations) {
    const price = requirePrice(context.store, item.price);
    addPendingItem(context, {
      created: now,
      customer,
      currency,
      amount,
      description: descriptionOf(context, kind, item, start),
      quantity: item.quantity,
      unitAmount: item.unitAmount,
      price: price.id,
      product: price.product,
      subscription: id,
      subscriptionItem: item.id,
      proration: true,
      creditedItems: kind === 'unused' ? creditedItems(context, subscription, item.id) : null,
      discountable: false,
      ...(item.taxRates === undefined ? {} : { taxRates: item.taxRates }),
      periodStart: start,
      periodEnd: end,
      testClock,
      metadata,
    });
  }
}

function descriptionOf(
  { store }: Context,
  kind: Proration['kind'],
  { price, quantity }: PricedPeriod,
  time: number,
): string {
  const id = requirePrice(store, price).product;
  const { name } = requireFound(store.products.get(id), `product ${id}`);
  const what = quantity === 1 ? name : `${quantity} × ${name}`;
  return `${kind === 'unused' ? 'Unused' : 'Remaining'} time on ${what} after ${shortDay(time)}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `02 Mar 2027`. */
function shortDay(time: number): string {
  // The locale abbreviates September as "Sept".
  return DAY.format(time * 1000).replace('Sept', 'Sep');
}

/** The latest invoice's lines that charged for the credited time, if any. */
function creditedItems(context: Context, subscription: Subscription, item: string): CreditedItems | null {
  const invoice = lastBill(context, subscription);
  const lines = invoice?.lines.filter(
    ({ subscriptionItem, amount }) => subscriptionItem === item && amount > 0,
  );
  if (invoice === undefined || lines === undefined || lines.length === 0) return null;
  return { invoice: invoice.id, lines: lines.map(({ id }) => id) };
}
