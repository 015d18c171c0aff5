import type { PlanChangeCost } from '@outharbor/contract/schemas';
import type Stripe from 'stripe';
import type { StripeContext } from './client.ts';
import { isGone, isMissingAtStripe, isRejectedByState, isUnpaid, orElse } from './errors.ts';
import { allItems, findPlanInItems } from './mapping.ts';

const AGREED_SECONDS = 600;

interface PlanItemChange {
  readonly subscriptionId: string;
  readonly price: string;
  /** Unix seconds; the beginning of the paid period if earlier. */
  readonly at: number;
}

/**
 * The invoice that a change of the plan's item would make, at the time that was agreed to a moment ago, or else now;
 * whatever else the subscription sells stays as it is. `changed`: the item has the price already.
 */
export async function quotePlanChange(
  { stripe, now }: StripeContext,
  { agreedAt = 0, ...change }: Omit<PlanItemChange, 'at'> & { readonly agreedAt: number | undefined },
): Promise<PlanChangeCost | 'changed' | 'rejected'> {
  return orElse(isGone, 'rejected', async () => {
    const item = await findPlanItem(stripe, change);
    if (item === undefined) return 'rejected';
    if (item.price.id === change.price) return 'changed';
    const present = Math.floor(now());
    const isRecent = agreedAt > present - AGREED_SECONDS && agreedAt <= present;
    const params = toParams(item, { ...change, at: isRecent ? agreedAt : present });
    const preview = await stripe.invoices.createPreview({
      subscription: change.subscriptionId,
      subscription_details: params,
    });
    const { amount_due, total, currency } = preview;
    return { at: params.proration_date, amount: total < 0 ? total : amount_due, currency };
  });
}

/**
 * Changes the plan's item alone, and only if it is paid at once. Repeatable: an item that has the price already costs
 * nothing. A key of ours would replay a declined card.
 */
export async function changePlanItem(
  { stripe }: StripeContext,
  change: PlanItemChange,
): Promise<'changed' | 'unpaid' | 'rejected'> {
  try {
    const item = await findPlanItem(stripe, change);
    if (item === undefined) return 'rejected';
    await stripe.subscriptions.update(change.subscriptionId, {
      ...toParams(item, change),
      payment_behavior: 'error_if_incomplete',
    });
    return 'changed';
  } catch (error) {
    if (isUnpaid(error)) return 'unpaid';
    if (isMissingAtStripe(error) || isRejectedByState(error)) return 'rejected';
    throw error;
  }
}

async function findPlanItem(
  stripe: Stripe,
  { subscriptionId }: Pick<PlanItemChange, 'subscriptionId'>,
): Promise<Stripe.SubscriptionItem | undefined> {
  const items = await allItems(stripe, await stripe.subscriptions.retrieve(subscriptionId));
  return items.find((one) => findPlanInItems([one]) !== undefined);
}

const toParams = (
  { id, quantity, current_period_start }: Stripe.SubscriptionItem,
  change: PlanItemChange,
) => ({
  items: [{ id, price: change.price, quantity: quantity ?? 1 }],
  proration_behavior: 'always_invoice' as const,
  proration_date: Math.max(change.at, current_period_start),
});
