import { endAt } from '../billing/item-periods.ts';
import type { Context } from '../context.ts';
import { type Endpoint, get } from '../http/endpoint.ts';
import { readPage } from '../http/read-page.ts';
import { requireCustomer } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { choice } from '../params/described.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { optional, type ReadValue, text } from '../params/reader.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { hasEnded } from '../state/subscription-status.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';
import { collectionMethod } from './subscription-params.ts';

const listParams = object({
  ...listFields,
  collection_method: collectionMethod,
  created: timeRange,
  current_period_end: timeRange,
  current_period_start: timeRange,
  customer: optional(text()),
  plan: optional(text()),
  price: optional(text()),
  status: optional(choice('GET /v1/subscriptions', 'status')),
  test_clock: optional(text()),
});

const ofCustomerParams = object(listFields);

type Given = Partial<ReadValue<typeof listParams>> & ReadValue<typeof ofCustomerParams>;

const PATH = '/v1/subscriptions';

export const listSubscriptionEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, list),
  get('/v1/customers/:id/subscriptions', ofCustomerParams, (context, params, { id = '' }) => {
    const customer = requireCustomer(context, id).id;
    return { ...list(context, { ...params, customer }), url: `/v1/customers/${id}/subscriptions` };
  }),
];

function list(context: Context, params: Given): object {
  const { subscriptions } = context.store;
  const isListed = (candidate: Subscription) => matchesFilters(candidate, params);
  const matches =
    params.customer === undefined
      ? subscriptions.newestFirst(isListed)
      : subscriptions.where('customer', params.customer, isListed);
  return readPage(context, { matches, url: PATH, kind: 'subscription' }, params, (subscription) =>
    subscriptionWire(context, subscription),
  );
}

function matchesFilters(subscription: Subscription, params: Given): boolean {
  const { collection_method: method, created, customer, plan, price, test_clock } = params;
  const starts = subscription.items.map(({ currentPeriodStart }) => currentPeriodStart);
  const sends = subscription.daysUntilDue != null;
  return (
    (method === undefined || sends === (method === 'send_invoice')) &&
    hasStatus(subscription, params.status) &&
    (plan === undefined || subscription.items.some((candidate) => candidate.price === plan)) &&
    (price === undefined || subscription.items.some((candidate) => candidate.price === price)) &&
    isOnClock(subscription, test_clock, customer) &&
    inRange(endAt(subscription, 'min_period_end'), params.current_period_end) &&
    inRange(Math.max(...starts), params.current_period_start) &&
    inRange(subscription.created, created)
  );
}

/** Subscriptions on a test clock are listed only when filtering by the clock or their customer. */
function isOnClock({ testClock }: Subscription, clock: string | undefined, customer: string | undefined) {
  if (clock !== undefined) return testClock === clock;
  return customer !== undefined || testClock === null;
}

/** By default the list excludes canceled subscriptions. */
function hasStatus({ status }: Subscription, requested: string | undefined): boolean {
  if (requested === 'all') return true;
  if (requested === undefined) return !hasEnded({ status });
  return requested === 'ended' ? hasEnded({ status }) : status === requested;
}
