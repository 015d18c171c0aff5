import { requireCustomer } from '../../customers/customer.ts';
import { ApiError } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import type { Endpoint, PathParams } from '../../kinds/endpoint.ts';
import { createSubscriptionEndpoints } from './create-subscription.ts';
import { subscriptionDiscountEndpoints } from './subscription-discounts.ts';
import { subscriptionEndpoints } from './subscriptions.ts';

const OWN = '/v1/subscriptions';
const BELOW = '/v1/customers/:id/subscriptions';

/** The paths of subscriptions before they had their own, at which Stripe still answers. */
export const customerSubscriptionEndpoints: readonly Endpoint[] = [
  ...createSubscriptionEndpoints.map((endpoint): Endpoint => {
    const run: Endpoint['run'] = (context, form, { id = '' }) =>
      endpoint.run(context, { ...form, customer: requireCustomer(context, id).id }, {});
    return { ...endpoint, path: BELOW, readAs: OWN, run };
  }),
  ...[...subscriptionEndpoints, ...subscriptionDiscountEndpoints]
    .filter(({ path }) => path === `${OWN}/:id` || path === `${OWN}/:id/discount`)
    .map((endpoint): Endpoint => {
      const run: Endpoint['run'] = (context, form, path) =>
        endpoint.run(context, form, { id: ownedBy(context, path) });
      return {
        ...endpoint,
        path: endpoint.path.replace(`${OWN}/:id`, `${BELOW}/:subscription`),
        readAs: endpoint.path,
        run,
      };
    }),
];

function ownedBy(context: Context, { id = '', subscription = '' }: PathParams): string {
  const customer = requireCustomer(context, id).id;
  if (context.store.subscriptions.get(subscription)?.customer === customer) return subscription;
  const message = `Customer ${customer} does not have a subscription with ID ${subscription}`;
  throw new ApiError(404, 'invalid_request_error', message, {
    code: 'resource_missing',
    param: 'subscription',
  });
}
