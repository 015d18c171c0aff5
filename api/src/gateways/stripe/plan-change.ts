import type { PlanChangeCost } from '@outharbor/contract/schemas';
import type Stripe from 'stripe';
import type { PlanItemChange } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { isMissingAtStripe, isRejectedByState, isUnpaid } from './errors.ts';
import { expectObject, findPlanInItems } from './mapping.ts';

/** The invoice that a change of the plan's item would make; whatever else the subscription sells stays as it is. */
export async function quotePlanChange(
  { stripe }: StripeContext,
  change: PlanItemChange,
): Promise<PlanChangeCost | 'rejected'> {
  try {
    const params = await buildParams(stripe, change);
    if (params === undefined) return 'rejected';
    const preview = await stripe.invoices.createPreview({
      subscription: change.subscriptionId,
      subscription_details: params,
    });
    const { amount_due, total, currency } = expectObject(preview, 'invoice');
    return { at: params.proration_date, amount: total < 0 ? total : amount_due, currency };
  } catch (error) {
    if (isMissingAtStripe(error) || isRejectedByState(error)) return 'rejected';
    throw error;
  }
}

/** Changes the plan's item alone, and only if it is paid at once. Idempotent. */
export async function changePlanItem(
  { stripe }: StripeContext,
  change: PlanItemChange,
): Promise<'changed' | 'unpaid' | 'rejected'> {
  const { subscriptionId, price } = change;
  try {
    const params = await buildParams(stripe, change);
    if (params === undefined) return 'rejected';
    const changed = await stripe.subscriptions.update(
      subscriptionId,
      { ...params, payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: `plan-change-${subscriptionId}-${price}-${params.proration_date}` },
    );
    expectObject(changed, 'subscription');
    return 'changed';
  } catch (error) {
    if (isUnpaid(error)) return 'unpaid';
    if (isMissingAtStripe(error) || isRejectedByState(error)) return 'rejected';
    throw error;
  }
}

async function buildParams(stripe: Stripe, { subscriptionId, price, at }: PlanItemChange) {
  const { items } = expectObject(await stripe.subscriptions.retrieve(subscriptionId), 'subscription');
  const item = items.data.find((one) => findPlanInItems([one]) !== undefined);
  return (
    item && {
      items: [{ id: item.id, price, quantity: item.quantity ?? 1 }],
      proration_behavior: 'always_invoice' as const,
      proration_date: Math.max(at, item.current_period_start),
    }
  );
}
