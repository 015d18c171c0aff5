import type Stripe from 'stripe';
import { activeDiscounts } from '../../catalogue/coupon-discounts.ts';
import { planWire, priceWire, requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import { noSuchItem, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { APPLICATION_ID, type Context } from '../../kinds/context.ts';
import { finder, putting } from '../../kinds/objects.ts';
import { embeddedList } from '../../kinds/read-page.ts';
import { shown, unset } from '../../kinds/store/kind-type.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import { paymentSettingsWire } from '../invoices/invoice.ts';
import { findFirstAnchor } from './billing-cycle-anchor.ts';
import { billingModeWire } from './billing-mode.ts';

const PLAIN = {
  ...unset<Stripe.Subscription>('subscription'),
  billing_schedules: [],
  invoice_settings: {
    ...unset<Stripe.Subscription.InvoiceSettings>('subscriptions_resource_subscription_invoice_settings'),
    issuer: { type: 'self' },
  },
  managed_payments: { enabled: false },
};

/** What one has unless something else is said. */
export const PLAIN_SUBSCRIPTION = {
  checkout_session: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, reason: null },
  default_payment_method: null,
  description: null,
  discounts: [],
  ended_at: null,
  latest_invoice: null,
  metadata: {},
  pause_collection: null,
  trialEndAnnounced: false,
  withoutMethod: 'create_invoice',
} as const satisfies Partial<Subscription>;

/** What Stripe does not show, or shows in another form. */
const OWN =
  'automaticTax checkout_session firstAnchor flexible methodOptions methodTypes savesMethod split trialEndAnnounced upcomingAnnounced withoutMethod';

const show = shown<Stripe.Subscription>('subscription', PLAIN, OWN.split(' '));

export function subscriptionWire(context: Context, subscription: Subscription): Stripe.Subscription {
  const { automaticTax: enabled = false, days_until_due, id, test_clock } = subscription;
  const items = subscription.items.map((item) => subscriptionItemWire(context, id, item));
  return show(subscription, {
    ...splitWire(context, subscription),
    automatic_tax: { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null },
    billing_cycle_anchor_config: anchorWire(subscription),
    billing_mode: billingModeWire(subscription.flexible),
    cancellation_details: { ...subscription.cancellation_details, feedback_option: null },
    collection_method: days_until_due == null ? 'charge_automatically' : 'send_invoice',
    default_tax_rates: taxRatesWire(context, subscription.default_tax_rates),
    discounts: activeDiscounts(context, subscription, context.time.now(test_clock)).map((one) => one.id),
    items: embeddedList(items, `/v1/subscription_items?subscription=${id}`),
    pending_update: pendingUpdateWire(context, subscription),
    ...requireOnlyItem(items),
    payment_settings: {
      ...paymentSettingsWire(subscription, 'subscriptions_resource_payment_method_options', {
        network: null,
      }),
      save_default_payment_method: subscription.savesMethod === true ? 'on_subscription' : 'off',
    },
    trial_settings: {
      end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: subscription.withoutMethod },
    },
  });
}

function anchorWire(subscription: Subscription): Stripe.Subscription.BillingCycleAnchorConfig | null {
  const date = findFirstAnchor(subscription)?.date ?? null;
  return date && { hour: null, minute: null, month: null, second: null, ...defined(date) };
}

/** The plan and quantity of a subscription with a single item, from the time when it had no others. */
function requireOnlyItem(items: readonly Stripe.SubscriptionItem[]) {
  const [item] = items;
  const only = items.length === 1 ? item : undefined;
  return { plan: only?.plan ?? null, quantity: only?.quantity ?? null };
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

export const requireSubscription = finder('subscription', 'subscriptions');

/** The subscription that a request for the customer names. */
export function requireSubscriptionOf(context: Context, customer: string, id: string): Subscription {
  const subscription = requireSubscription(context, id, 'subscription');
  if (subscription.customer === customer) return subscription;
  throw rejected('The subscription belongs to another customer.', 'subscription');
}

/** A subscription item and its subscription. */
export function requireSubscriptionItem({ store }: Context, id: string) {
  for (const subscription of store.subscriptions.newestFirst()) {
    const item = subscription.items.find((candidate) => candidate.id === id);
    if (item !== undefined) return { item, subscription };
  }
  throw noSuchItem(id);
}

export const putSubscription = putting('subscriptions', subscriptionWire);

const showItem = shown<Stripe.SubscriptionItem>(
  'subscription_item',
  { billing_thresholds: null, current_trial: null },
  ['billedUsage', 'livemode'],
);

export function subscriptionItemWire(context: Context, subscription: string, item: SubscriptionItem) {
  const { quantity, ...own } = item;
  const price = requirePrice(context.store, item.price);
  const test_clock = context.store.subscriptions.get(subscription)?.test_clock ?? null;
  return showItem(own, {
    discounts: activeDiscounts(context, item, context.time.now(test_clock)).map(({ id }) => id),
    plan: planWire(price),
    price: priceWire(price),
    ...(isMetered(price) ? {} : { quantity }),
    subscription,
    tax_rates: taxRatesWire(context, item.tax_rates),
  });
}

function pendingUpdateWire(
  context: Context,
  subscription: Subscription,
): Stripe.Subscription.PendingUpdate | null {
  const { pending_update, id, status, test_clock } = subscription;
  if (pending_update == null) return null;
  const { change, expires_at, metadata } = pending_update;
  const { items, discounts } = change;
  const now = context.time.now(test_clock);
  return {
    billing_cycle_anchor: status === 'paused' ? null : (change.billing_cycle_anchor ?? null),
    cancel_at_period_end: change.cancel_at_period_end ?? null,
    discount: null,
    discounts:
      discounts === undefined
        ? null
        : activeDiscounts(context, { ...subscription, discounts }, now).map((discount) => discount.id),
    expires_at,
    metadata,
    subscription_items:
      items === undefined || areSame(items, subscription.items)
        ? null
        : items.map((item) => subscriptionItemWire(context, id, item)),
    trial_end: change.trial_end ?? null,
    trial_from_plan: null,
  };
}

/** Whether the items differ at most in their periods. */
function areSame(some: readonly SubscriptionItem[], others: readonly SubscriptionItem[]): boolean {
  const withoutPeriods = (items: readonly SubscriptionItem[]) =>
    JSON.stringify(items.map((item) => ({ ...item, current_period_start: 0, current_period_end: 0 })));
  return withoutPeriods(some) === withoutPeriods(others);
}
