import { activeDiscounts, computeDiscountAmounts } from '../../catalogue/coupon-discounts.ts';
import type { DiscountAmount } from '../../catalogue/discount.ts';
import { requirePrice } from '../../catalogue/price.ts';
import { computeCost, isMetered, unitAmountOf } from '../../catalogue/price-cost.ts';
import { effectiveDiscounts } from '../../customers/customer-discount.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { changeSubscription, setDelinquent } from '../announce.ts';
import type { Invoice, Subscription, SubscriptionItem } from '../billing-entities.ts';
import { addPendingItem } from '../invoices/create-invoice-item.ts';
import { lineDiscount } from '../invoices/discounted-lines.ts';
import type { InvoiceItem } from '../invoices/invoice-item.ts';
import { billSubscription } from '../subscriptions/bill-subscription.ts';
import { renewalLines } from '../subscriptions/period-lines.ts';
import { incompleteError, requireMethod } from '../subscriptions/subscription-payment.ts';
import { findTaxRates } from '../tax/line-taxes.ts';
import { isOnTrial } from './change-periods.ts';
import { type Debit, flexibleProrations, openDebits } from './credited-items.ts';
import { wholeStart } from './item-periods.ts';
import { deferUpdate } from './pending-update.ts';
import { type PricedPeriod, type Proration, prorate } from './prorate.ts';
import { describeProration } from './proration-text.ts';
import type { ChangeBilling } from './subscription-change.ts';

/** Bills the prorations of a change, now or with the next invoice; the last event told what is `announced`. */
export function billChange(
  context: Context,
  before: Subscription,
  after: Subscription,
  change: ChangeBilling & { readonly restarts: boolean },
): { readonly announced: Subscription; readonly after: Subscription } {
  const { proration_behavior = 'create_prorations', paymentBehavior, restarts } = change;
  const now = context.time.now(before.test_clock);
  const time = prorationTime(before, change.prorationDate, now);
  const next = restarts ? [] : discountedPeriods(context, after, now);
  const prorations = proration_behavior === 'none' ? [] : listProrations(context, before, next, time);
  addProrations(context, before, prorations, now);
  if (!restarts && (prorations.length === 0 || proration_behavior !== 'always_invoice')) {
    return { announced: before, after };
  }
  let announced = before;
  const { invoice, failure } = billSubscription(context, after, {
    billing_reason: 'subscription_update',
    lines: restarts ? renewalLines(context, after, before.items, now) : [],
    now,
    collection: COLLECTION[paymentBehavior ?? 'allow_incomplete'],
    onDraft: ({ id }) => {
      if (!endsTrial(before, after, paymentBehavior)) return;
      announced = changeSubscription(context, before, { ...after, latest_invoice: id });
    },
  });
  if (failure !== null && paymentBehavior !== undefined) requireMethod(context, after);
  if (failure !== null && paymentBehavior === 'error_if_incomplete') {
    throw incompleteError(context, failure, context.store.paymentIntents.get(invoice.payment_intent ?? ''));
  }
  if (failure !== null && paymentBehavior === 'pending_if_incomplete') {
    return { announced, after: deferUpdate(context, before, after, { invoice, now }) };
  }
  const isUnpaid = invoice.status === 'open' && invoice.amount_due > 0 && invoice.due_date == null;
  const owes = failure !== null || isUnpaid;
  if (failure !== null) setDelinquent(context, after.customer, true);
  const status = statusAfter(after, { owes, isPaid: invoice.status === 'paid' });
  return {
    announced,
    after: context.store.subscriptions.put({ ...after, latest_invoice: invoice.id, status }),
  };
}

/** The latest invoice decides whether a subscription is past due. */
function statusAfter(
  { status }: Subscription,
  { owes, isPaid }: { readonly owes: boolean; readonly isPaid: boolean },
): Subscription['status'] {
  if (owes && status === 'active') return 'past_due';
  return isPaid && status === 'past_due' ? 'active' : status;
}

/** A trial has ended before its first invoice is collected, unless the change waits for the payment. */
function endsTrial(
  before: Subscription,
  after: Subscription,
  behavior: ChangeBilling['paymentBehavior'],
): boolean {
  return before.status === 'trialing' && after.status === 'active' && !DEFERRED.has(behavior);
}

/** With these, a change that cannot be paid is not announced. */
const DEFERRED: ReadonlySet<unknown> = new Set(['error_if_incomplete', 'pending_if_incomplete', 'preview']);

/** What `before` credits, and what the items after a change cost, from `time` on. */
export function listProrations(
  context: Context,
  before: Subscription,
  next: readonly PricedPeriod[],
  time: number,
): Proration[] {
  const now = context.time.now(before.test_clock);
  const debits = openDebits(context, before, time);
  if (before.flexible === undefined) {
    return prorate(paidPeriods(context, before, now), next, time).map((one) => withDebit(one, debits));
  }
  const previous = discountedPeriods(context, before, now);
  return flexibleProrations(debits, { previous, next }, { time, onTrial: isOnTrial(before, now) });
}

/** In classic mode a credit refers to the latest charge for its time. */
function withDebit(proration: Proration, debits: readonly Debit[]): Proration {
  if (proration.kind === 'remaining') return proration;
  return { ...proration, credited: debits.findLast(({ id }) => id === proration.item.id)?.reference };
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
    ({ current_period_start, current_period_end }) =>
      requested >= current_period_start && requested <= current_period_end,
  );
  if (inPeriod) return requested;
  const message = 'Invalid proration_date: it must be within the current period of the subscription.';
  throw rejected(message, 'proration_date');
}

/** What the items cost in their current period; zero during a trial. A first period can be shorter than its cost. */
function pricedPeriods(context: Context, subscription: Subscription, now: number): PricedPeriod[] {
  const free = isOnTrial(subscription, now);
  return subscription.items.flatMap((item) => {
    const price = requirePrice(context.store, item.price, subscription.currency);
    // Usage is billed when its period has ended, so it is never prorated.
    if (isMetered(price)) return [];
    const cost = free ? 0 : computeCost(price, item.quantity);
    return [
      {
        id: item.id,
        price: item.price,
        unit_amount: free ? 0 : unitAmountOf(price),
        cost,
        quantity: item.quantity,
        discount_amounts: ownAmounts(context, item, { amount: cost, product: price.product }, now),
        tax_rates: findTaxRates(subscription, item),
        period_start: wholeStart(context, item, subscription.billing_cycle_anchor),
        period_end: item.current_period_end,
      },
    ];
  });
}

/** What the item's own discounts take off. */
function ownAmounts(
  context: Context,
  item: SubscriptionItem,
  cost: { readonly amount: number; readonly product: string },
  now: number,
): DiscountAmount[] {
  const active = activeDiscounts(context, item, now);
  return computeDiscountAmounts(context, active, [{ ...cost, discountable: true }])[0] ?? [];
}

/** What the items cost in their current period, with the current discounts. */
export function discountedPeriods(context: Context, subscription: Subscription, now: number): PricedPeriod[] {
  const periods = pricedPeriods(context, subscription, now);
  const lines = periods.map((period) => ({
    amount: period.cost - lineDiscount(period),
    product: requirePrice(context.store, period.price).product,
    discountable: true,
  }));
  const amounts = computeDiscountAmounts(context, effectiveDiscounts(context, subscription, now), lines);
  return periods.map((period, index) => ({
    ...period,
    discount_amounts: [...period.discount_amounts, ...(amounts[index] ?? [])],
  }));
}

/** The periods with the discounts and taxes actually charged, so that credits never exceed payments. */
function paidPeriods(context: Context, subscription: Subscription, now: number): PricedPeriod[] {
  const charged = lastBill(context, subscription)?.lines ?? [];
  const periods = discountedPeriods(context, subscription, now);
  return periods.map((period) => {
    const lines = charged.filter(
      ({ subscription_item, proration, period_end }) =>
        subscription_item === period.id && !proration && period_end === period.period_end,
    );
    const [line] = lines;
    if (line === undefined) return period;
    // An unbilled change since then is credited at its current discounts.
    const quantity = lines.reduce((sum, one) => sum + one.quantity, 0);
    const isAsCharged = line.price === period.price && quantity === period.quantity;
    const discount_amounts = isAsCharged
      ? lines.flatMap((one) => one.discount_amounts)
      : period.discount_amounts;
    return { ...period, discount_amounts, tax_rates: line.tax_rates ?? [] };
  });
}

/** The latest invoice; if it was voided, as for a discarded update, the one before. */
function lastBill({ store }: Context, { id, latest_invoice }: Subscription): Invoice | undefined {
  const latest = store.invoices.get(latest_invoice ?? '');
  if (latest?.status !== 'void') return latest;
  const [before] = store.invoices.where(
    'subscription',
    id,
    ({ status, billing_reason }) => status !== 'void' && billing_reason !== 'manual',
  );
  return before;
}

/** Credits come before charges where Stripe lists the newest item first. */
export function addProrations(
  context: Context,
  subscription: Subscription,
  prorations: readonly Proration[],
  now: number,
): void {
  const { id, customer, currency, test_clock, metadata } = subscription;
  for (const proration of prorations.toReversed()) {
    const { item, start, end } = proration;
    const price = requirePrice(context.store, item.price);
    addPendingItem(context, {
      created: now,
      customer,
      currency,
      ...shownAmounts(subscription, proration),
      description: describeProration(context, subscription, proration),
      quantity: item.quantity,
      unit_amount: item.unit_amount,
      price: price.id,
      product: price.product,
      subscription: id,
      subscription_item: item.id,
      proration: true,
      credited_items: proration.credited ?? null,
      discountable: false,
      ...(item.tax_rates === undefined ? {} : { tax_rates: item.tax_rates }),
      period_start: start,
      period_end: end,
      test_clock,
      metadata,
    });
  }
}

/** Classic mode shows no discounts of prorations; flexible mode itemizes them, or names them at 0. */
function shownAmounts(
  { flexible }: Subscription,
  { amount, discount_amounts }: Proration,
): Pick<InvoiceItem, 'amount' | 'discount_amounts'> {
  if (flexible === undefined) return { amount };
  if (flexible.proration_discounts === 'itemized') {
    return { amount: amount + lineDiscount({ discount_amounts }), discount_amounts };
  }
  return { amount, discount_amounts: discount_amounts.map(({ discount }) => ({ discount, amount: 0 })) };
}
