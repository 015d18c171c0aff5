import type Stripe from 'stripe';
import { requireCurrency } from '../../catalogue/price.ts';
import { exclusiveParameters, noSuch, rejected } from '../../description/api-error.ts';
import { checkTrialEnd, SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { list as listOf, object } from '../../kinds/params/composite.ts';
import { integer, optional, type Reader, type ReadValue, text } from '../../kinds/params/reader.ts';
import { twoCancellations } from '../changes/update-subscription.ts';
import { readOneTimeItems } from '../invoices/add-one-time-items.ts';
import { rejectFullCustomer } from '../test-clocks.ts';
import { anchorDateParam, readAnchor } from './billing-cycle-anchor.ts';
import { readBillingMode } from './billing-mode.ts';
import { withInlinePrices } from './inline-price.ts';
import { createSubscription, type SubscriptionRequest } from './open-subscription.ts';
import { subscriptionWire } from './subscription.ts';
import {
  billingFields,
  commonFields,
  endMoment,
  findFormer,
  findTrialDays,
  formerItem,
  newItem,
  readCommonFields,
} from './subscription-params.ts';
import { namedMethod } from './subscription-payment.ts';

/** `pending_if_incomplete` exists for updates only. */
const firstPaymentBehavior: Reader<SubscriptionRequest['paymentBehavior'] | undefined> = (value, name) => {
  const given = billingFields.payment_behavior(value, name);
  if (given !== 'pending_if_incomplete') return given;
  throw rejected(`Setting \`${name}\` to \`${given}\` has no effect when creating a subscription.`, name);
};

const described = describedParams<Stripe.SubscriptionCreateParams>('POST /v1/subscriptions');

const createParams = object({
  ...commonFields,
  backdate_start_date: optional(integer(0)),
  billing_cycle_anchor: optional(integer(0)),
  billing_cycle_anchor_config: anchorDateParam,
  cancel_at: optional(endMoment),
  ...described('billing_mode', 'currency', 'default_payment_method', 'off_session', 'proration_behavior'),
  ...formerItem,
  customer: text(),
  items: listOf(newItem),
  payment_behavior: firstPaymentBehavior,
  trial_period_days: optional(integer(0, 730)),
});

type Given = ReadValue<typeof createParams>;

export const createSubscriptionEndpoints: readonly Endpoint[] = [
  post('/v1/subscriptions', createParams, (context, given) => {
    const request = readRequest(context, given);
    // In its own transaction, so that a payment with `error_if_incomplete` rolls back the subscription.
    const subscription = context.store.transact(() => createSubscription(context, request));
    return subscriptionWire(context, subscription);
  }),
];

function readRequest(context: Context, given: Given): SubscriptionRequest {
  findFormer(given);
  const customer = context.store.customers.get(given.customer);
  // Other calls answer 400 for an unknown customer.
  if (customer === undefined || customer.hidden.deleted)
    throw noSuch('customer', given.customer, 'customer', 404);
  rejectFullCustomer(context, customer);
  const now = context.time.now(customer.test_clock);
  if (given.cancel_at !== undefined && given.cancel_at_period_end === true) throw twoCancellations();
  if (typeof given.cancel_at === 'number' && given.cancel_at <= now) {
    throw rejected('`cancel_at` must be in the future.', 'cancel_at');
  }
  if (given.backdate_start_date !== undefined && given.backdate_start_date > now) {
    throw rejected('backdate_start_date must be in the past.', 'backdate_start_date');
  }
  const items = withInlinePrices(context, given.items, 'items');
  const prices = items.map(({ price }) => context.store.prices.get(price ?? ''));
  const { cancel_at, cancel_at_period_end, currency, proration_behavior } = given;
  requireCurrency(prices, currency, 'items');
  const recurring = prices.flatMap((price) => price?.recurring ?? []);
  return {
    ...{ cancel_at, cancel_at_period_end, currency, customer, items, proration_behavior },
    paymentBehavior: given.payment_behavior ?? 'allow_incomplete',
    offSession: given.off_session,
    start_date: given.backdate_start_date,
    trial_end: readTrialEnd(given, findTrialDays(context.store, given, items), now),
    billing_cycle_anchor: readAnchor(given, recurring, now),
    discounts: given.discounts ?? [],
    oneTimeItems: readOneTimeItems(
      context,
      given.add_invoice_items,
      currency ?? prices[0]?.currency ?? 'usd',
    ),
    fields: {
      ...readCommonFields(context, given, customer.id),
      default_payment_method: namedMethod(context, given.default_payment_method, customer.id),
      flexible: readBillingMode(given.billing_mode, 'billing_mode', now),
    },
  };
}

function readTrialEnd({ trial_end: end }: Given, days: number | undefined, now: number): number | null {
  if (end !== undefined && days !== undefined)
    throw exclusiveParameters('trial_end, trial_period_days', 'trial_end');
  if (days !== undefined) return days === 0 ? null : now + days * SECONDS_A_DAY;
  if (end === undefined || end === 'now') return null;
  checkTrialEnd(end, now);
  return end;
}
