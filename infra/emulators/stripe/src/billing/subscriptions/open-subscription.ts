import type { DiscountRequest } from '../../catalogue/discount.ts';
import type { Customer } from '../../customers/customer.ts';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import { defined } from '../../description/json.ts';
import type { AnchorDate } from '../../kinds/clock/calendar.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import { attemptPayment } from '../../payments/attempt-payment.ts';
import { settlementTime } from '../../payments/confirm-payment.ts';
import { announceTrialEnd, changeStatus } from '../announce.ts';
import type { FirstAnchor, Invoice, Subscription, SubscriptionItem } from '../billing-entities.ts';
import { changedItems, type ItemChange } from '../changes/change-items.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { endAt, type RequestedEnd, startPeriods, untilAnchor } from '../changes/item-periods.ts';
import type { Named, PaymentBehavior, ProrationBehavior } from '../changes/subscription-change.ts';
import { adoptCurrency, rejectOtherCurrency } from '../customer-currency.ts';
import { addOneTimeItems } from '../invoices/add-one-time-items.ts';
import { markPaid } from '../invoices/create-invoice.ts';
import { pendingItemsOfSubscription } from '../invoices/create-invoice-item.ts';
import { invoiceWire, putInvoice } from '../invoices/invoice.ts';
import type { InvoiceLine } from '../invoices/invoice-item.ts';
import { paymentMethodFor, REQUIRES_ACTION, recover, requirePayment } from '../invoices/pay-invoice.ts';
import { resolveDiscounts } from '../invoices/resolve-discounts.ts';
import { type Bill, billSubscription } from './bill-subscription.ts';
import { rejectRestart } from './bill-thresholds.ts';
import { chooseAnchor } from './billing-cycle-anchor.ts';
import { elapsedLines, partialLines } from './partial-period.ts';
import { periodLines, startsUnbilled } from './period-lines.ts';
import { PLAIN_SUBSCRIPTION, putSubscription } from './subscription.ts';
import { incompleteError, requireMethod, withPendingSetup } from './subscription-payment.ts';
import type { OneTimeItem } from './subscription-schedule.ts';

export interface SubscriptionRequest {
  readonly customer: Customer;
  readonly items: readonly ItemChange[];
  /** That of the first price when absent. */
  readonly currency?: string | undefined;
  /** What it keeps as it is requested. */
  readonly fields: Named<Subscription>;
  /** `scheduled` bills like a renewal: the subscription starts even if unpaid. */
  readonly paymentBehavior: Exclude<PaymentBehavior, 'pending_if_incomplete'> | 'preview' | 'scheduled';
  readonly offSession?: boolean | undefined;
  /** Set if it started before now. */
  readonly start_date?: number | undefined;
  readonly trial_end: number | null;
  /** When the first full period starts, or the date that all periods are aligned with; null for now. */
  readonly billing_cycle_anchor: number | AnchorDate | null;
  readonly proration_behavior: ProrationBehavior | undefined;
  readonly discounts: readonly DiscountRequest[];
  /** Billed on the first invoice. */
  readonly oneTimeItems?: readonly OneTimeItem[];
  readonly cancel_at?: RequestedEnd | null | undefined;
  readonly cancel_at_period_end?: boolean | undefined;
}

/** Creates a subscription without a checkout: active if paid at once, otherwise incomplete. */
export function createSubscription(context: Context, request: SubscriptionRequest): Subscription {
  const { customer, oneTimeItems = [], trial_end, paymentBehavior } = request;
  const now = context.time.now(customer.test_clock);
  const made = context.store.subscriptions.put(newSubscription(context, request, now));
  rejectRestart(context, made);
  adoptCurrency(context, customer.id, made.currency);
  const discounts = resolveDiscounts(context, made, request.discounts) ?? [];
  const subscription = context.store.subscriptions.put({ ...made, discounts });
  addOneTimeItems(context, subscription, oneTimeItems, now);
  const isUnbilled = paymentBehavior !== 'preview' && startsUnbilled(context, subscription);
  const isFree = isUnbilled && request.start_date === undefined;
  const lines = isFree ? [] : firstLines(context, subscription, request, now);
  const added = isFree ? pendingItemsOfSubscription(context, subscription) : oneTimeItems;
  if (lines.length + added.length === 0) {
    return begin(context, withPendingSetup(context, subscription), {
      latest_invoice: null,
      status: 'active',
    });
  }
  const { invoice, failure } = billSubscription(context, subscription, {
    billing_reason: 'subscription_create',
    lines,
    now,
    collection: COLLECTION[paymentBehavior] ?? 'open',
  });
  if (paymentBehavior === 'scheduled' || subscription.days_until_due != null) {
    const status = failure !== null ? 'past_due' : trial_end === null ? 'active' : 'trialing';
    return begin(context, subscription, { latest_invoice: invoice.id, status });
  }
  const owes = invoice.status === 'open';
  if (owes && paymentBehavior !== 'default_incomplete') requireMethod(context, subscription);
  const asked =
    owes || paymentBehavior === 'preview' ? subscription : withPendingSetup(context, subscription);
  const started = begin(context, asked, {
    latest_invoice: invoice.id,
    status: owes ? 'incomplete' : trial_end === null ? 'active' : 'trialing',
  });
  if (!owes) return started;
  if (paymentBehavior !== 'default_incomplete') payFirst(context, started, invoice, request, now);
  return requireFound(context.store.subscriptions.get(started.id), 'subscription');
}

const COLLECTION: Partial<Record<SubscriptionRequest['paymentBehavior'], Bill['collection']>> = {
  preview: 'draft',
  scheduled: 'later',
};

function begin(
  context: Context,
  subscription: Subscription,
  change: Pick<Subscription, 'latest_invoice' | 'status'>,
): Subscription {
  const started = putSubscription(context, 'customer.subscription.created', { ...subscription, ...change });
  return announceTrialEnd(context, started, context.time.now(started.test_clock));
}

function newSubscription(context: Context, request: SubscriptionRequest, now: number): Subscription {
  const { cancel_at_period_end = false, customer, fields, start_date = now, trial_end } = request;
  const currency = chooseCurrency(context, request);
  const id = newId('sub');
  const mode = defined({ flexible: fields.flexible });
  const owner = { id, customer: customer.id, currency, items: [], ...mode };
  const added = changedItems(context, owner, request.items, now);
  const firstAnchor = chooseFirstAnchor(context, request, added, now);
  const anchor = firstAnchor?.at ?? trial_end ?? now;
  const items =
    trial_end === null
      ? untilAnchor(context, added, now, anchor)
      : startPeriods(context, added, now, trial_end);
  const requested = cancel_at_period_end ? 'min_period_end' : (request.cancel_at ?? null);
  const cancel_at = requested === null ? null : endAt({ items }, requested);
  return {
    ...PLAIN_SUBSCRIPTION,
    ...defined(fields),
    ...owner,
    created: now,
    status: 'incomplete',
    start_date,
    items,
    billing_cycle_anchor: anchor,
    ...(firstAnchor && { firstAnchor }),
    cancel_at,
    cancel_at_period_end,
    canceled_at: cancel_at === null ? null : now,
    trial_start: trial_end === null ? null : now,
    trial_end,
    test_clock: customer.test_clock,
  };
}

function chooseFirstAnchor(
  context: Context,
  { billing_cycle_anchor: at, proration_behavior }: SubscriptionRequest,
  items: readonly SubscriptionItem[],
  now: number,
): FirstAnchor | undefined {
  return at === null
    ? undefined
    : chooseAnchor(context, { at, prorates: proration_behavior !== 'none' }, items, now);
}

function chooseCurrency(context: Context, { currency: given, customer, items }: SubscriptionRequest): string {
  const price = context.store.prices.get(items[0]?.price ?? '');
  const currency = given ?? price?.currency ?? customer.currency ?? 'usd';
  rejectOtherCurrency(context, customer, currency, 'items');
  return currency;
}

/** The time before the first full period is prorated or free; then there are none. */
function firstLines(
  context: Context,
  subscription: Subscription,
  { start_date, trial_end, proration_behavior }: SubscriptionRequest,
  now: number,
): InvoiceLine[] {
  const isPartial = trial_end === null && subscription.billing_cycle_anchor > now;
  const prorates = proration_behavior !== 'none';
  if (start_date !== undefined && prorates) {
    const elapsed = elapsedLines(context, subscription, isPartial ? latestPeriodEnd(subscription) : now);
    return isPartial ? elapsed : [...elapsed, ...periodLines(context, subscription, now)];
  }
  if (!isPartial) return periodLines(context, subscription, now);
  return prorates ? partialLines(context, subscription, prorates, now) : [];
}

function payFirst(
  context: Context,
  subscription: Subscription,
  invoice: Invoice,
  { offSession, paymentBehavior }: SubscriptionRequest,
  now: number,
): void {
  const { store } = context;
  const method: PaymentMethod = requireFound(paymentMethodFor(context, subscription), 'payment method');
  const intent = requirePayment(context, invoice);
  const attempt = {
    method,
    onSession: offSession !== true,
    authenticatesLater: true,
    authenticated: false,
    now,
  };
  const decision = attemptPayment(context, intent, {
    ...attempt,
    settlesAt: settlementTime(context, method),
  });
  if (decision.result === 'waits') changeStatus(context, subscription.id, 'incomplete', 'active');
  if (decision.result === 'succeeds') {
    markPaid(context, invoice, now);
    recover(context, subscription.id);
    return;
  }
  if (decision.result === 'fails') {
    if (paymentBehavior === 'error_if_incomplete') {
      throw incompleteError(context, decision.failure, store.paymentIntents.get(intent.id));
    }
    putInvoice(context, 'invoice.payment_failed', { ...invoice, attempt_count: invoice.attempt_count + 1 });
  } else if (decision.result === 'asks_for_authentication') {
    if (paymentBehavior === 'error_if_incomplete') {
      throw incompleteError(context, REQUIRES_ACTION, undefined);
    }
    emit(context, 'invoice.payment_action_required', invoiceWire(context, invoice));
  }
}
