import { cancelSubscription } from '../billing/cancel-subscription.ts';
import { updateSubscription } from '../billing/update-subscription.ts';
import type { Context } from '../context.ts';
import { noSuch, refused } from '../http/api-error.ts';
import { type Endpoint, endpoint, type PathParams, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { list as listOf, object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { clearable, flag, integer, oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import type { CancellationDetails, Subscription } from '../state/billing-entities.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';

const feedback = oneOf(
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
);
const cancellationDetails = optional(object({ comment: clearable(text()), feedback: clearable(feedback) }));

const item = object(
  { id: optional(text()), price: optional(text()), quantity: optional(integer(1, 999_999)) },
  ['clear_usage', 'deleted', 'discounts', 'metadata', 'plan', 'price_data', 'tax_rates'],
);

const updateParams = object(
  {
    cancel_at: clearable(integer()),
    cancel_at_period_end: optional(flag),
    cancellation_details: cancellationDetails,
    default_payment_method: optional(text()),
    description: clearable(text(500)),
    items: optional(listOf(item, 20)),
    metadata,
    proration_behavior: optional(oneOf('always_invoice', 'create_prorations', 'none')),
  },
  [
    'add_invoice_items',
    'application_fee_percent',
    'automatic_tax',
    'billing_cycle_anchor',
    'collection_method',
    'days_until_due',
    'default_source',
    'default_tax_rates',
    'discounts',
    'invoice_settings',
    'off_session',
    'pause_collection',
    'payment_behavior',
    'payment_settings',
    'pending_invoice_item_interval',
    'proration_date',
    'transfer_data',
    'trial_end',
    'trial_from_plan',
    'trial_settings',
  ],
);

const cancelParams = object({
  cancellation_details: cancellationDetails,
  invoice_now: optional(flag),
  prorate: optional(flag),
});

const listParams = object(
  {
    ...listFields,
    created: timeRange,
    customer: optional(text()),
    price: optional(text()),
    status: optional(
      oneOf('active', 'all', 'canceled', 'ended', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid'),
    ),
    test_clock: optional(text()),
  },
  ['automatic_tax', 'collection_method', 'current_period_end', 'current_period_start', 'plan'],
);

const PATH = '/v1/subscriptions';

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => subscriptionWire(context, requireSubscription(context, id))),
  endpoint({ method: 'POST', path: `${PATH}/:id`, params: updateParams, handle: update }),
  endpoint({ method: 'DELETE', path: `${PATH}/:id`, params: cancelParams, handle: cancel }),
];

export function requireSubscription({ store }: Context, id: string, param = 'id'): Subscription {
  const subscription = store.subscriptions.get(id);
  if (subscription === undefined) throw noSuch('subscription', id, param);
  return subscription;
}

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const subscription = requireSubscription(context, id);
  const { metadata: change, items, proration_behavior, ...rest } = params;
  const updated = updateSubscription(context, subscription, {
    cancelAt: rest.cancel_at,
    cancelAtPeriodEnd: rest.cancel_at_period_end,
    cancellationDetails: rest.cancellation_details,
    defaultPaymentMethod: rest.default_payment_method,
    description: rest.description,
    items,
    prorates: (proration_behavior ?? 'create_prorations') !== 'none',
    metadata: changedMetadata(subscription.metadata, change),
  });
  return subscriptionWire(context, updated);
}

function cancel(context: Context, params: ReadValue<typeof cancelParams>, { id = '' }: PathParams): object {
  const subscription = requireSubscription(context, id);
  if (subscription.status === 'canceled') throw noSuch('subscription', id);
  if (params.prorate === true || params.invoice_now === true) {
    throw refused('The emulator cancels without a final invoice: prorate and invoice_now must be false.');
  }
  const now = context.time.now(subscription.testClock);
  const details: CancellationDetails = {
    comment: params.cancellation_details?.comment ?? null,
    feedback: params.cancellation_details?.feedback ?? null,
    reason: 'cancellation_requested',
  };
  return subscriptionWire(context, cancelSubscription(context, subscription, { now, details }));
}

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const matches = context.store.subscriptions.newestFirst((candidate) => isWanted(candidate, params));
  return pageOf({ matches, url: PATH, kind: 'subscription' }, params, (subscription) =>
    subscriptionWire(context, subscription),
  );
}

function isWanted(subscription: Subscription, params: ReadValue<typeof listParams>): boolean {
  const { created, customer, price, test_clock } = params;
  return (
    hasStatus(subscription, params.status) &&
    (customer === undefined || subscription.customer === customer) &&
    (price === undefined || subscription.items.some((candidate) => candidate.price === price)) &&
    (test_clock === undefined || subscription.testClock === test_clock) &&
    inRange(subscription.created, created)
  );
}

/** Without a status the list leaves the canceled ones out. */
function hasStatus({ status }: Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === undefined) return status !== 'canceled';
  return wanted === 'ended' ? status === 'canceled' : status === wanted;
}
