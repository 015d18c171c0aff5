import { requireCustomer } from '../../customers/customer.ts';
import type { Endpoint } from '../../kinds/endpoint.ts';
import { partList } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { hasEnded, type Subscription } from '../billing-entities.ts';
import { endAt } from '../changes/item-periods.ts';
import { requireSubscription, subscriptionWire } from './subscription.ts';

export const subscriptions = resource('/v1/subscriptions', requireSubscription, subscriptionWire);

const listPrices = ({ items }: Subscription) => items.map(({ price }) => price);

export const listSubscriptionEndpoints: readonly Endpoint[] = [
  subscriptions.list({
    by: 'customer',
    fields: ['customer', 'test_clock'],
    filters: {
      collection_method: ({ days_until_due }) =>
        days_until_due == null ? 'charge_automatically' : 'send_invoice',
      plan: listPrices,
      price: listPrices,
      status: ({ status }) => ['all', status, hasEnded({ status }) ? 'ended' : null],
    },
    ranges: {
      current_period_end: (subscription) => endAt(subscription, 'min_period_end'),
      current_period_start: ({ items }) =>
        Math.max(...items.map(({ current_period_start }) => current_period_start)),
    },
    // By default the list excludes canceled subscriptions, and those on a test clock if it is not of their customer.
    where: ({ status, test_clock }, given) =>
      (given.status !== undefined || !hasEnded({ status })) &&
      (given.test_clock !== undefined || given.customer !== undefined || test_clock === null),
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
