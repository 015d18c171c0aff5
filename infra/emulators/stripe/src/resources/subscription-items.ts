import type { Context } from '../context.ts';
import { type Endpoint, get, retrieval } from '../http/endpoint.ts';
import { readPage } from '../http/read-page.ts';
import { requireSubscription, requireSubscriptionItem } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { listFields } from '../params/list-params.ts';
import { type ReadValue, text } from '../params/reader.ts';
import { subscriptionItemWire } from '../wire/subscription-item-wire.ts';

const listParams = object({ ...listFields, subscription: text() });

const PATH = '/v1/subscription_items';

export const subscriptionItemEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, list),
  retrieval(`${PATH}/:id`, (context, id) => {
    const { item, subscription } = requireSubscriptionItem(context, id);
    return subscriptionItemWire(context, subscription.id, item);
  }),
];

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { id, items } = requireSubscription(context, params.subscription, 'subscription');
  const source = {
    matches: items,
    url: `${PATH}?subscription=${id}`,
    kind: 'subscription item',
  };
  return readPage(context, source, params, (item) => subscriptionItemWire(context, id, item));
}
