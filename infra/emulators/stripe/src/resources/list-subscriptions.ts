import { endAt } from '../billing/item-periods.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { partList } from '../http/part-list.ts';
import { resource } from '../http/resource.ts';
import { requireCustomer, requireSubscription } from '../lookup/lookup.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { hasEnded } from '../state/subscription-status.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';

export const subscriptions = resource('/v1/subscriptions', requireSubscription, subscriptionWire);

const listPrices = ({ items }: Subscription) => items.map(({ price }) => price);

export const listSubscriptionEndpoints: readonly Endpoint[] = [
  subscriptions.list({
    by: 'customer',
    filters: {
      collection_method: ({ daysUntilDue }) =>
        daysUntilDue == null ? 'charge_automatically' : 'send_invoice',
      customer: ({ customer }) => customer,
      plan: listPrices,
      price: listPrices,
      status: ({ status }) => ['all', status, hasEnded({ status }) ? 'ended' : null],
      test_clock: ({ testClock }) => testClock,
    },
    ranges: {
      current_period_end: (subscription) => endAt(subscription, 'min_period_end'),
      current_period_start: ({ items }) =>
        Math.max(...items.map(({ currentPeriodStart }) => currentPeriodStart)),
    },
    // By default the list excludes canceled subscriptions, and those on a test clock if it is not of their customer.
    where: ({ status, testClock }, given) =>
      (given.status !== undefined || !hasEnded({ status })) &&
      (given.test_clock !== undefined || given.customer !== undefined || testClock === null),
  }),
  partList('/v1/customers/:id/subscriptions', 'subscription', (context, id) => ({
    matches: context.store.subscriptions.where(
      'customer',
      requireCustomer(context, id).id,
      (subscription) => !hasEnded(subscription),
    ),
    wire: (subscription: Subscription) => subscriptionWire(context, subscription),
  })),
];
