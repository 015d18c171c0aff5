import { activeDiscounts } from '../../catalogue/coupon-discounts.ts';
import { deletedDiscountWire } from '../../catalogue/discount.ts';
import { noSuch } from '../../description/api-error.ts';
import { deletion, type Endpoint, nothing } from '../../kinds/endpoint.ts';
import { updateSubscription } from '../changes/update-subscription.ts';
import { requireSubscription } from './subscription.ts';

export const subscriptionDiscountEndpoints: readonly Endpoint[] = [
  /** Removes the subscription's discounts and returns the last one. */
  deletion('/v1/subscriptions/:id/discount', nothing, (context, _params, { id = '' }) => {
    const subscription = requireSubscription(context, id);
    const active = activeDiscounts(context, subscription, context.time.now(subscription.test_clock));
    const last = active.at(-1);
    if (last === undefined) throw noSuch('discount', id);
    updateSubscription(context, subscription, { discounts: [] });
    return deletedDiscountWire(last);
  }),
];
