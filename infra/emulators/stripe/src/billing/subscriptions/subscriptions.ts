import type Stripe from 'stripe';
import { rejectMinimum } from '../../catalogue/redeemable.ts';
import { noSuch, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { deletion, type Endpoint, type PathParams, post } from '../../kinds/endpoint.ts';
import { callParams, describedParams } from '../../kinds/params/as-described.ts';
import { list as listOf, object } from '../../kinds/params/composite.ts';
import { clearable, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { hasEnded, type Subscription } from '../billing-entities.ts';
import { migrateSubscription, updateSubscription } from '../changes/update-subscription.ts';
import { readOneTimeItems } from '../invoices/add-one-time-items.ts';
import { resolveDiscounts } from '../invoices/resolve-discounts.ts';
import { followSubscription } from './advance-schedule.ts';
import { billThresholds } from './bill-thresholds.ts';
import { billCancellation, cancelSubscription, REQUESTED } from './cancel-subscription.ts';
import { withInlinePrices } from './inline-price.ts';
import { subscriptions } from './list-subscriptions.ts';
import { pauseParams, pauseSubscription, resumeParams, resumeSubscription } from './pause-subscription.ts';
import { rejectUnlessSupported } from './pending-params.ts';
import { requireSubscription, subscriptionWire } from './subscription.ts';
import {
  anchorChange,
  billingFields,
  commonFields,
  described,
  endMoment,
  findFormer,
  findTrialDays,
  formerItem,
  itemChange,
  readCommonFields,
  rejectAnchorInTrial,
} from './subscription-params.ts';

const PATH = '/v1/subscriptions';

const migrateParams = callParams<Stripe.SubscriptionMigrateParams>(`POST ${PATH}/:id/migrate`);

const cancellationDetails = described('cancellation_details');

const updateParams = object({
  ...commonFields,
  ...billingFields,
  billing_cycle_anchor: anchorChange,
  cancel_at: clearable(endMoment),
  ...cancellationDetails,
  ...described('pause_collection'),
  default_payment_method: clearable(text()),
  items: optional(listOf(itemChange)),
  ...formerItem,
});

const cancelParams = object({
  ...cancellationDetails,
  ...describedParams<Stripe.SubscriptionCancelParams>(`DELETE ${PATH}/:id`)('invoice_now', 'prorate'),
});

export const subscriptionEndpoints: readonly Endpoint[] = [
  subscriptions.retrieve,
  post(`${PATH}/:id`, updateParams, update),
  subscriptions.action('migrate', migrateParams, (context, subscription, { billing_mode: mode }) =>
    migrateSubscription(context, subscription, mode.flexible?.proration_discounts),
  ),
  subscriptions.action('pause', pauseParams, pauseSubscription),
  subscriptions.action('resume', resumeParams, resumeSubscription),
  deletion(`${PATH}/:id`, cancelParams, (context, params, { id = '' }) => {
    const subscription = requireSubscription(context, id);
    if (hasEnded(subscription)) throw noSuch('subscription', id);
    const now = context.time.now(subscription.test_clock);
    const details = { ...REQUESTED, ...defined(params.cancellation_details ?? {}) };
    const unscheduled = { ...subscription, cancel_at: null, cancel_at_period_end: false };
    const billed = billCancellation(context, unscheduled, {
      prorates: params.prorate ?? false,
      invoicesNow: params.invoice_now ?? false,
    });
    return subscriptionWire(context, cancelSubscription(context, billed, { now, details }));
  }),
];

function planTrialEnd(
  { store, time }: Context,
  subscription: Subscription,
  given: ReadValue<typeof updateParams>,
): number | undefined {
  const items = changedItems(subscription, given) ?? subscription.items;
  const days = findTrialDays(store, given, items);
  return days === undefined ? undefined : time.now(subscription.test_clock) + days * SECONDS_A_DAY;
}

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const subscription = requireSubscription(context, id);
  rejectUnlessSupported(context, params);
  const { add_invoice_items, cancel_at, cancel_at_period_end, cancellation_details, discounts } = params;
  rejectMinimum(context, discounts ?? [], 'discounts', subscription.discounts);
  rejectAnchorInTrial(subscription, params);
  if (cancel_at !== undefined || cancel_at_period_end !== undefined) leaveToSchedule(subscription);
  const items = changedItems(subscription, params);
  const requested = () => ({
    ...readCommonFields(context, params, subscription.customer, subscription),
    discounts: resolveDiscounts(context, subscription, discounts),
    billing_cycle_anchor: params.billing_cycle_anchor?.type,
    ...{ cancel_at, cancel_at_period_end, cancellation_details },
    default_payment_method: params.default_payment_method,
    pause_collection: params.pause_collection && { resumes_at: null, ...defined(params.pause_collection) },
    items: items && withInlinePrices(context, items, 'items'),
    oneTimeItems: add_invoice_items && readOneTimeItems(context, add_invoice_items, subscription.currency),
    trial_end: params.trial_end ?? planTrialEnd(context, subscription, params),
    billing: {
      paymentBehavior: params.payment_behavior ?? 'allow_incomplete',
      proration_behavior: params.proration_behavior,
      prorationDate: params.proration_date,
    },
  });
  // In its own transaction, so that a payment with `error_if_incomplete` rolls back the whole change.
  const updated = context.store.transact(() => updateSubscription(context, subscription, requested()));
  followSubscription(context, updated);
  billThresholds(context, id);
  return subscriptionWire(context, requireSubscription(context, id));
}

/** The items, or the former way to change a subscription with one item. */
function changedItems(
  { items }: Subscription,
  { items: given, plan, quantity }: ReadValue<typeof updateParams>,
) {
  const param = findFormer({ items: given, plan, quantity });
  if (param === undefined) return given;
  const [item] = items;
  if (item === undefined || items.length > 1) {
    throw rejected('You must change the items of a subscription with several items one by one.', param);
  }
  return [{ id: item.id, price: plan, quantity }];
}

function leaveToSchedule({ schedule }: Subscription): void {
  if (schedule == null) return;
  throw rejected(
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  );
}
