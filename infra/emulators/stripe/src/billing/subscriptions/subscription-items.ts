import type Stripe from 'stripe';
import { missingParameter, noSuch, renamingParams } from '../../description/api-error.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { deletion, type Endpoint, get, post, retrieval } from '../../kinds/endpoint.ts';
import { callParams, describedParams } from '../../kinds/params/as-described.ts';
import { object } from '../../kinds/params/composite.ts';
import { type ReadValue, text } from '../../kinds/params/reader.ts';
import { listFields, readPage } from '../../kinds/read-page.ts';
import { hasEnded, type Subscription } from '../billing-entities.ts';
import type { ItemChange } from '../changes/change-items.ts';
import { updateSubscription } from '../changes/update-subscription.ts';
import { billThresholds } from './bill-thresholds.ts';
import { type recurringPriceData, withInlinePrice } from './inline-price.ts';
import { rejectUnlessSupported } from './pending-params.ts';
import { requireSubscription, requireSubscriptionItem, subscriptionItemWire } from './subscription.ts';
import { billingFields, itemFields } from './subscription-params.ts';

const PATH = '/v1/subscription_items';

const shared = { ...billingFields, ...itemFields } as const;

const updateParams = object(shared);
const createParams = object({
  ...shared,
  ...describedParams<Stripe.SubscriptionItemCreateParams>(`POST ${PATH}`)('subscription'),
});
const removeParams = callParams<Stripe.SubscriptionItemDeleteParams>(`DELETE ${PATH}/:id`, {
  payment_behavior: null,
  proration_date: billingFields.proration_date,
});

export const manageSubscriptionItemEndpoints: readonly Endpoint[] = [
  get(PATH, object({ ...listFields, subscription: text() }), (context, params) => {
    const { id, items } = requireSubscription(context, params.subscription, 'subscription');
    const source = { matches: items, url: `${PATH}?subscription=${id}`, kind: 'subscription item' };
    return readPage(context, source, params, (item) => subscriptionItemWire(context, id, item));
  }),
  retrieval(`${PATH}/:id`, (context, id) => {
    const { item, subscription } = requireSubscriptionItem(context, id);
    return subscriptionItemWire(context, subscription.id, item);
  }),
  post(PATH, createParams, (context, params) => {
    const before = requireSubscription(context, params.subscription, 'subscription');
    if (hasEnded(before)) throw noSuch('subscription', before.id, 'subscription', 404);
    rejectUnlessSupported(context, params);
    const { price, price_data: data } = params;
    if (price === undefined && data === undefined) throw missingParameter('price');
    const after = changed(context, before, priced(context, params, data), params);
    const items = after.pending_update?.change.items ?? after.items;
    return subscriptionItemWire(context, after.id, requireFound(items.at(-1), 'the new item'));
  }),
  post(`${PATH}/:id`, updateParams, (context, params, { id = '' }) => {
    const change = priced(context, { ...params, id }, params.price_data);
    rejectUnlessSupported(context, params);
    const after = changed(context, requireSubscriptionItem(context, id).subscription, change, params);
    const item = after.items.find((candidate) => candidate.id === id);
    return subscriptionItemWire(context, after.id, requireFound(item, 'the changed item'));
  }),
  deletion(`${PATH}/:id`, removeParams, (context, params, { id = '' }) => {
    const { subscription } = requireSubscriptionItem(context, id);
    changed(context, subscription, { id, deleted: true, clear_usage: params.clear_usage }, params);
    return { id, object: 'subscription_item', deleted: true };
  }),
];

/** The only item of the change is the request itself: `items[0][price]` → `price`. */
const ofItem = (param: string) => param.replace(/^items\[0\]\[(\w+)\]/, '$1');

function changed(
  context: Context,
  subscription: Subscription,
  item: ItemChange,
  given: Partial<ReadValue<typeof updateParams>>,
): Subscription {
  const billing = {
    paymentBehavior: given.payment_behavior ?? 'allow_incomplete',
    proration_behavior: given.proration_behavior,
    prorationDate: given.proration_date,
  };
  // In its own transaction, so that a payment with `error_if_incomplete` rolls back the whole change.
  const after = renamingParams(ofItem, () =>
    context.store.transact(() => updateSubscription(context, subscription, { items: [item], billing })),
  );
  billThresholds(context, after.id);
  return requireSubscription(context, after.id);
}

function priced(context: Context, item: ItemChange, data: ReadValue<typeof recurringPriceData>): ItemChange {
  return data === undefined ? item : withInlinePrice(context, item, data, '');
}
