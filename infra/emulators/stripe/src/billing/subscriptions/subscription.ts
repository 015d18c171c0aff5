import type Stripe from 'stripe';
import { activeDiscounts } from '../../catalogue/active-discounts.ts';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import { noSuchItem } from '../../description/api-error.ts';
import { unset } from '../../description/unset.ts';
import { putting } from '../../kinds/announce.ts';
import { APPLICATION_ID, type Context } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/embedded-list.ts';
import { finder } from '../../kinds/lookup.ts';
import type { Subscription } from '../billing-entities.ts';
import { hasAutomaticTax } from '../tax/has-automatic-tax.ts';
import { findFirstAnchor } from './first-anchor.ts';
import { billingModeWire } from './shown-billing-mode.ts';
import { pendingUpdateWire } from './shown-pending-update.ts';
import { subscriptionItemWire } from './subscription-item.ts';

export function subscriptionWire(context: Context, subscription: Subscription): Stripe.Subscription {
  const items = subscription.items.map((item) => subscriptionItemWire(context, subscription.id, item));
  return {
    ...UNUSED,
    id: subscription.id,
    object: 'subscription',
    ...splitWire(context, subscription),
    automatic_tax: taxWire(context, subscription),
    billing_cycle_anchor: subscription.billing_cycle_anchor,
    billing_cycle_anchor_config: anchorWire(subscription),
    billing_mode: billingModeWire(subscription.flexible),
    billing_thresholds: thresholdsWire(subscription),
    cancel_at: subscription.cancel_at,
    cancel_at_period_end: subscription.cancel_at_period_end,
    canceled_at: subscription.canceled_at,
    cancellation_details: { ...subscription.cancellation_details, feedback_option: null },
    collection_method: subscription.days_until_due == null ? 'charge_automatically' : 'send_invoice',
    created: subscription.created,
    currency: subscription.currency,
    customer: subscription.customer,
    days_until_due: subscription.days_until_due ?? null,
    default_payment_method: subscription.default_payment_method,
    default_tax_rates: taxRatesWire(context, subscription.default_tax_rates),
    description: subscription.description,
    discounts: activeDiscounts(context, subscription, context.time.now(subscription.test_clock)).map(
      ({ id }) => id,
    ),
    ended_at: subscription.ended_at,
    items: embeddedList(items, `/v1/subscription_items?subscription=${subscription.id}`),
    latest_invoice: subscription.latest_invoice,
    livemode: false,
    metadata: subscription.metadata,
    pause_collection: pauseWire(subscription),
    pending_setup_intent: subscription.pendingSetup ?? null,
    pending_update: pendingUpdateWire(context, subscription),
    ...requireOnlyItem(items),
    payment_settings: {
      payment_method_options: methodOptionsWire(subscription),
      payment_method_types: (subscription.methodTypes ?? null) as MethodTypes,
      save_default_payment_method: subscription.savesMethod === true ? 'on_subscription' : 'off',
    },
    schedule: subscription.schedule ?? null,
    start_date: subscription.start_date ?? subscription.created,
    status: subscription.status,
    test_clock: subscription.test_clock,
    trial_end: subscription.trial_end,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: subscription.withoutMethod },
    },
    trial_start: subscription.trial_start,
  };
}

function anchorWire(subscription: Subscription): Stripe.Subscription.BillingCycleAnchorConfig | null {
  const date = findFirstAnchor(subscription)?.date ?? null;
  if (date === null) return null;
  const { dayOfMonth, hour = null, minute = null, month = null, second = null } = date;
  return { day_of_month: dayOfMonth, hour, minute, month, second };
}

/** The plan and quantity of a subscription with a single item, from the time when it had no others. */
function requireOnlyItem(items: readonly ReturnType<typeof subscriptionItemWire>[]) {
  const [item] = items;
  const only = items.length === 1 ? item : undefined;
  return { plan: only?.plan ?? null, quantity: only?.quantity ?? null };
}

function taxWire(context: Context, subscription: Subscription): Stripe.Subscription.AutomaticTax {
  const enabled = hasAutomaticTax(context, subscription);
  return { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null };
}

/** How its payments are shared between a platform and its account. */
function splitWire({ platform }: Context, { split = {} }: Subscription) {
  const { destination, application_fee_percent = null, on_behalf_of = null, transferPercent = null } = split;
  return {
    application: platform === null ? null : APPLICATION_ID,
    application_fee_percent,
    on_behalf_of,
    transfer_data: destination === undefined ? null : { amount_percent: transferPercent, destination },
  };
}

function thresholdsWire({ thresholds }: Subscription): Stripe.Subscription.BillingThresholds | null {
  return thresholds == null
    ? null
    : { amount_gte: thresholds.amount, reset_billing_cycle_anchor: thresholds.restarts };
}

function pauseWire({ pause_collection }: Subscription): Stripe.Subscription.PauseCollection | null {
  if (pause_collection === null) return null;
  return { behavior: pause_collection.behavior, resumes_at: pause_collection.resumes_at };
}

const UNUSED = {
  ...unset<Stripe.Subscription>('subscription'),
  billing_schedules: [],
  invoice_settings: {
    ...unset<Stripe.Subscription.InvoiceSettings>('subscriptions_resource_subscription_invoice_settings'),
    issuer: { type: 'self' },
  },
  managed_payments: { enabled: false },
};

type Settings = NonNullable<Stripe.Subscription['payment_settings']>;
type MethodTypes = Settings['payment_method_types'];

function methodOptionsWire({ threeDSecure }: Subscription): Settings['payment_method_options'] {
  if (threeDSecure === undefined) return null;
  return {
    ...unset<NonNullable<Settings['payment_method_options']>>(
      'subscriptions_resource_payment_method_options',
    ),
    card: { network: null, request_three_d_secure: threeDSecure },
  };
}

export const requireSubscription = finder('subscription', 'subscriptions');

/** A subscription item and its subscription. */
export function requireSubscriptionItem({ store }: Context, id: string) {
  for (const subscription of store.subscriptions.newestFirst()) {
    const item = subscription.items.find((candidate) => candidate.id === id);
    if (item !== undefined) return { item, subscription };
  }
  throw noSuchItem(id);
}

export const putSubscription = putting(({ subscriptions }) => subscriptions, subscriptionWire);
