import { requirePrice } from '../../catalogue/price.ts';
import { computeCost, isMetered, unitAmountOf } from '../../catalogue/price-cost.ts';
import { rejected } from '../../description/api-error.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import type { Invoice, Subscription, SubscriptionItem } from '../billing-entities.ts';
import type { ItemChange } from '../changes/change-items.ts';
import { addPendingItem, pendingItemsOfSubscription } from '../invoices/create-invoice-item.ts';
import { type Bill, billSubscription } from './bill-subscription.ts';
import { billedInPeriod, ofPeriod, usageIn, usageLines } from './period-lines.ts';

/**
 * The usage of metered items that a change removes: in flexible billing mode it is billed with the next invoice, in
 * classic mode the request has to discard it.
 */
export function settleUsage(
  context: Context,
  before: Subscription,
  after: Subscription,
  changes: readonly ItemChange[],
): void {
  const now = context.time.now(before.test_clock);
  for (const item of before.items.filter((one) => endsMeasuring(context, one, after))) {
    const usage = usageIn(context, before, item, now);
    const clears = changes.some(({ id, clear_usage }) => id === item.id && clear_usage === true);
    if (usage === 0 || clears) continue;
    if (before.flexible === undefined) {
      throw rejected(
        `Subscription item ${item.id} cannot be deleted because it has usage associated with it. Delete it with \`clear_usage=true\` to discard the usage.`,
      );
    }
    addUsage(context, before, item, usage, now);
  }
}

function endsMeasuring({ store }: Context, item: SubscriptionItem, after: Subscription): boolean {
  const price = requirePrice(store, item.price);
  if (!isMetered(price)) return false;
  const kept = after.items.find(({ id }) => id === item.id);
  return kept === undefined || requirePrice(store, kept.price).recurring?.meter !== price.recurring?.meter;
}

function addUsage(
  context: Context,
  subscription: Subscription,
  item: SubscriptionItem,
  quantity: number,
  now: number,
): void {
  const { customer, currency, metadata, test_clock } = subscription;
  const price = requirePrice(context.store, item.price, currency);
  const { name } = requireFound(context.store.products.get(price.product), `product ${price.product}`);
  addPendingItem(context, {
    created: now,
    customer,
    currency,
    amount: computeCost(price, quantity) - (billedInPeriod(item)?.amount ?? 0),
    description: `${quantity} × ${name}`,
    quantity,
    unit_amount: unitAmountOf(price),
    ...ofPeriod(subscription, item, price),
    period_end: now,
    test_clock,
    metadata,
  });
}

/**
 * Bills what was used since the last invoice, and pending items, before a subscription ends as scheduled: "pending
 * invoice items are always charged when the billing period ends" (docs.stripe.com/billing/invoices/subscription).
 */
export function billLastPeriod(
  context: Context,
  subscription: Subscription,
  now: number,
  collection: Bill['collection'] = 'later',
): Invoice | undefined {
  const lines = usageLines(context, subscription, now);
  if (lines.length + pendingItemsOfSubscription(context, subscription).length === 0) return undefined;
  const bill = { billing_reason: 'subscription_cycle', lines, now, collection } as const;
  return billSubscription(context, subscription, bill).invoice;
}
