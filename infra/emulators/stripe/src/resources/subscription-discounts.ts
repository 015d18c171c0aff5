import { updateSubscription } from '../billing/update-subscription.ts';
import type { Context } from '../context.ts';
import { activeDiscounts } from '../discounts/subscription-discounts.ts';
import { noSuch } from '../errors/api-error.ts';
import { deletion, type Endpoint, nothing, type PathParams } from '../http/endpoint.ts';
import { requireSubscription } from '../lookup/lookup.ts';
import { list, onlyOne } from '../params/composite.ts';
import { clearable, optional, text } from '../params/reader.ts';
import { deletedDiscountWire } from '../wire/discount-wire.ts';

const SOURCES = { coupon: optional(text()), discount: optional(text()), promotion_code: optional(text()) };

export const discountsParam = clearable(list(onlyOne(SOURCES), 20));

export const subscriptionDiscountEndpoints: readonly Endpoint[] = [
  deletion('/v1/subscriptions/:id/discount', nothing, remove),
];

/** Removes the subscription's discounts and returns the last one. */
function remove(context: Context, _params: object, { id = '' }: PathParams): object {
  const subscription = requireSubscription(context, id);
  const active = activeDiscounts(context, subscription, context.time.now(subscription.testClock));
  const last = active.at(-1);
  if (last === undefined) throw noSuch('discount', id);
  updateSubscription(context, subscription, { discounts: [] });
  return deletedDiscountWire(last);
}
