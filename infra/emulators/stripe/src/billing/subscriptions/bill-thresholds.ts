import { computeDiscountAmounts } from '../../catalogue/coupon-discounts.ts';
import { requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { effectiveDiscounts } from '../../customers/customer-discount.ts';
import { rejected } from '../../description/api-error.ts';
import { SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { changeSubscription, makeOverdue } from '../announce.ts';
import type { BilledUsage, Invoice, Subscription, SubscriptionItem } from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { startPeriods } from '../changes/item-periods.ts';
import { discardUpdate } from '../changes/pending-update.ts';
import { pendingItemsOfSubscription } from '../invoices/create-invoice-item.ts';
import { addTotal, afterOwnDiscounts, lineDiscount, withAmounts } from '../invoices/discounted-lines.ts';
import type { InvoiceLine } from '../invoices/invoice-item.ts';
import { billSubscription } from './bill-subscription.ts';
import { billedInPeriod, itemUsage, renewalLines, usageIn } from './period-lines.ts';

/** Bills usage that has reached a threshold; see docs.stripe.com/billing/subscriptions/usage-based/thresholds. */
export function billThresholds(context: Context, id: string): void {
  const before = context.store.subscriptions.get(id);
  if (before === undefined || !hasThresholds(before)) return;
  const now = context.time.now(before.test_clock);
  const isOver = latestPeriodEnd(before) - now <= SECONDS_A_DAY;
  if (isOver || (before.status !== 'active' && before.status !== 'past_due')) return;
  const used = before.items.flatMap((item) => listUsage(context, before, item, now));
  const threshold_reason = findReason(context, before, used, now);
  if (threshold_reason === undefined) return;
  bill(context, discardUpdate(context, before, now), { used, threshold_reason, now });
}

function hasThresholds({ billing_thresholds: own, items }: Subscription): boolean {
  return own?.amount_gte != null || items.some(({ billing_thresholds: its }) => its != null);
}

interface Used {
  readonly item: SubscriptionItem;
  readonly quantity: number;
  readonly lines: readonly InvoiceLine[];
}

function listUsage(
  context: Context,
  subscription: Subscription,
  item: SubscriptionItem,
  now: number,
): Used[] {
  if (!isMetered(requirePrice(context.store, item.price))) return [];
  const quantity = usageIn(context, subscription, item, now);
  return [{ item, quantity, lines: itemUsage(context, subscription, item, now) }];
}

/** Undefined if no threshold is reached by what was used since the last invoice. */
function findReason(
  context: Context,
  subscription: Subscription,
  used: readonly Used[],
  now: number,
): Invoice['threshold_reason'] {
  const threshold = subscription.billing_thresholds?.amount_gte ?? Number.POSITIVE_INFINITY;
  const isReached = unbilledAmount(context, subscription, used, now) >= threshold;
  const item_reasons = used.flatMap(({ item, lines, quantity }) => {
    const { usage_gte } = item.billing_thresholds ?? {};
    const billed = billedInPeriod(item);
    const since = quantity - (billed?.amount == null ? 0 : billed.quantity);
    if (usage_gte === undefined || since < usage_gte) return [];
    return [{ line_item_ids: lines.map((line) => line.id), usage_gte }];
  });
  if (!isReached && item_reasons.length === 0) return undefined;
  return { amount_gte: isReached ? threshold : null, item_reasons };
}

/** After discounts and without taxes, with pending items. */
function unbilledAmount(
  context: Context,
  subscription: Subscription,
  used: readonly Used[],
  now: number,
): number {
  const lines = used.flatMap((one) => one.lines);
  const discounts = effectiveDiscounts(context, subscription, now);
  const discounted = withAmounts(lines, computeDiscountAmounts(context, discounts, afterOwnDiscounts(lines)));
  const pending = pendingItemsOfSubscription(context, subscription);
  return pending.reduce(
    (sum, { amount, discount_amounts: off = [] }) => sum + amount - lineDiscount({ discount_amounts: off }),
    addTotal(discounted),
  );
}

interface Reached {
  readonly used: readonly Used[];
  readonly threshold_reason: Invoice['threshold_reason'];
  readonly now: number;
}

function bill(context: Context, before: Subscription, { used, threshold_reason, now }: Reached): void {
  const restarts = before.billing_thresholds?.reset_billing_cycle_anchor === true;
  const renewed = restarts
    ? { ...before, billing_cycle_anchor: now, items: startPeriods(context, before.items, now) }
    : before;
  const lines = restarts
    ? renewalLines(context, renewed, before.items, now)
    : used.flatMap((one) => one.lines);
  const { invoice, failure } = billSubscription(context, renewed, {
    billing_reason: 'subscription_threshold',
    lines,
    now,
    threshold_reason,
    collection: 'later',
    onDraft: (draft) => {
      const items = renewed.items.map((item) => {
        const billedUsage = restarts
          ? ofFormerPeriod(context, renewed, item, now)
          : ofThisPeriod(used, item, draft.lines);
        return billedUsage === undefined ? item : { ...item, billedUsage };
      });
      changeSubscription(context, before, { ...renewed, items, latest_invoice: draft.id });
    },
  });
  if (failure !== null) makeOverdue(context, invoice);
}

function ofThisPeriod(
  used: readonly Used[],
  item: SubscriptionItem,
  lines: readonly InvoiceLine[],
): BilledUsage | undefined {
  const quantity = used.find((one) => one.item.id === item.id)?.quantity;
  if (quantity === undefined) return undefined;
  const own = lines.filter((line) => line.subscription_item === item.id && line.invoice_item === null);
  const before = billedInPeriod(item)?.amount ?? 0;
  return { period_start: item.current_period_start, quantity, amount: before + addTotal(own.map(untaxed)) };
}

const untaxed = ({ tax_amounts: _, ...line }: InvoiceLine): InvoiceLine => line;

/** Both periods measure the second in which the new one begins. */
function ofFormerPeriod(
  context: Context,
  subscription: Subscription,
  item: SubscriptionItem,
  now: number,
): BilledUsage | undefined {
  const price = requirePrice(context.store, item.price);
  // Whether the usage of an item is a sum.
  if (!context.installed.usage.some(({ addsUp }) => addsUp(context, price) === true)) return undefined;
  const quantity = usageIn(context, subscription, item, now);
  return { period_start: now, quantity, amount: null };
}

/** Stripe rejects periods that restart for usage that never starts again. */
export function rejectRestart({ store }: Context, { billing_thresholds, items }: Subscription): void {
  if (billing_thresholds?.reset_billing_cycle_anchor !== true) return;
  if (!items.some(({ price }) => requirePrice(store, price).hidden?.aggregate_usage === 'last_ever')) return;
  throw rejected('`reset_billing_cycle_anchor` cannot be true with `aggregate_usage=last_ever`.', {
    param: 'billing_thresholds[reset_billing_cycle_anchor]',
  });
}
