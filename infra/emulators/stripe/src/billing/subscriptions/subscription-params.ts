import type Stripe from 'stripe';
import { requireEmail } from '../../customers/customer.ts';
import { rejected, unknownParameters } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { describedParams, only } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import { integer, oneOf, optional, type Reader, type ReadValue, text } from '../../kinds/params/reader.ts';
import type { Store } from '../../kinds/store/store.ts';
import { changedOptions } from '../../payments/method-options.ts';
import type { Subscription } from '../billing-entities.ts';
import type { RequestedEnd } from '../changes/item-periods.ts';
import type { Named } from '../changes/subscription-change.ts';
import { oneTimeItemsParam } from '../invoices/add-one-time-items.ts';
import { readInvoiceSplit, subscriptionSplitParams } from '../invoices/invoice-splits.ts';
import { changedTaxRates, wantsAutomaticTax } from '../tax/line-taxes.ts';
import { recurringPriceData } from './inline-price.ts';

/** Since then, checkouts no longer know it. */
const REMOVED_FROM_CHECKOUT = '2022-08-01';

interface Trials {
  readonly trial_from_plan?: boolean | undefined;
  readonly trial_end?: number | 'now' | undefined;
  readonly trial_period_days?: number | undefined;
}

/** The days of a trial: the longest of the prices', if the request asks for it. */
export function findTrialDays(
  { prices }: Store,
  given: Trials,
  items: readonly { readonly price?: string | undefined }[] = [],
): number | undefined {
  if (given.trial_from_plan !== true) return given.trial_period_days;
  if (given.trial_end !== undefined || given.trial_period_days !== undefined) {
    throw rejected('You cannot set `trial_end` or `trial_period_days` when `trial_from_plan=true`.');
  }
  const days = items.map(({ price }) => prices.get(price ?? '')?.recurring?.trial_period_days ?? 0);
  return Math.max(0, ...days) || undefined;
}

export function rejectInCheckout({ cause }: Context, { trial_from_plan: given }: Trials): void {
  if (given === undefined || cause.version < REMOVED_FROM_CHECKOUT) return;
  const param = 'subscription_data[trial_from_plan]';
  throw unknownParameters([param]);
}

/** A time in Unix seconds, or `now`. */
export const moment: Reader<number | 'now'> = (value, name) =>
  value === 'now' ? 'now' : integer(0)(value, name);

/** A time in Unix seconds, or the end of a current period. */
export const endMoment: Reader<RequestedEnd> = (value, name) =>
  value === 'min_period_end' || value === 'max_period_end' ? value : integer(0)(value, name);

/** The days until due that a request sets; null for automatic charges, undefined if it sets neither. */
function readDaysUntilDue(
  { collection_method: method, days_until_due: days }: ReadValue<typeof common>,
  current: number | null,
): number | null | undefined {
  const sends = method === undefined ? current !== null : method === 'send_invoice';
  if (days !== undefined && !sends) {
    throw rejected("You can only specify 'days_until_due' if invoice collection method is 'send_invoice'.");
  }
  if (method === 'send_invoice' && days === undefined && current === null) {
    throw rejected("If invoice collection method is 'send_invoice', you must specify 'days_until_due'.");
  }
  return method === 'charge_automatically' ? null : days;
}

/** Sending invoices for manual payment is not supported. */
export const automatically = only('charge_automatically', 'send_invoice');

/** Both thresholds; a request leaves what it does not name. */
const PLAIN_THRESHOLDS = { amount_gte: null, reset_billing_cycle_anchor: false };

const CHANGE = 'POST /v1/subscriptions/:id';

export const described = describedParams<Stripe.SubscriptionUpdateParams>(CHANGE, {
  // Stripe asks for at least 50 units of the currency.
  'billing_thresholds[amount_gte]': integer(50),
  cancellation_details: ['comment', 'feedback'],
  invoice_settings: ['issuer'],
  'payment_settings[payment_method_options]': ['bancontact', 'card'],
  'payment_settings[payment_method_options][card]': ['request_three_d_secure'],
  'trial_settings[end_behavior]': ['missing_payment_method'],
});

const describedItem = describedParams<Stripe.SubscriptionUpdateParams.Item>(`${CHANGE} items[0]`, {
  'billing_thresholds[usage_gte]': integer(1),
});

export const itemFields = {
  ...describedItem('billing_thresholds', 'discounts', 'metadata', 'price', 'tax_rates'),
  price_data: recurringPriceData,
  quantity: optional(integer(0, 999_999)),
} as const;

export const newItem = object(itemFields);

export const itemChange = object({
  ...itemFields,
  ...describedItem('clear_usage', 'deleted', 'id'),
});

/** The former names for the only item of a subscription. */
export const formerItem = { plan: optional(text()), quantity: itemFields.quantity } as const;

interface Items {
  readonly items?: unknown;
  readonly plan?: string | undefined;
  readonly quantity?: number | undefined;
}

/** The former name that is given, if any; throws if items are given too. */
export function findFormer({ items, plan, quantity }: Items): string | undefined {
  const [former] = Object.keys(defined({ plan, quantity }));
  if (former === undefined || items === undefined) return former;
  throw rejected(`Received both items and ${former} parameters. Please pass in only one.`);
}

export const anchorChange = optional(object({ type: oneOf('now', 'unchanged') }));

/** Stripe does not document the text of this rejection. */
export function rejectAnchorInTrial(
  { status, trial_end }: Pick<Subscription, 'status' | 'trial_end'>,
  given: {
    readonly billing_cycle_anchor?: { readonly type: string } | undefined;
    readonly trial_end?: unknown;
  },
): void {
  const end = given.trial_end ?? (status === 'trialing' ? trial_end : null);
  if (given.billing_cycle_anchor?.type !== 'now' || end === null || end === 'now') return;
  throw rejected('You cannot set `billing_cycle_anchor` to a time before the end of the trial.', {
    code: 'subscription_update_trial_after_billing_cycle_anchor',
    param: 'billing_cycle_anchor',
  });
}

export const billingFields = {
  ...described('off_session', 'payment_behavior', 'proration_behavior'),
  proration_date: optional(integer(0)),
} as const;

/** What a subscription is created with, and can be changed in. */
export const commonFields = {
  ...described('automatic_tax', 'cancel_at_period_end', 'collection_method', 'description', 'metadata'),
  ...described('billing_thresholds', 'default_tax_rates', 'discounts', 'invoice_settings'),
  ...described('payment_settings', 'trial_from_plan', 'trial_settings'),
  add_invoice_items: oneTimeItemsParam,
  days_until_due: optional(integer(0)),
  ...subscriptionSplitParams,
  trial_end: optional(moment),
} as const;

const common = object(commonFields);

/** What creation and change read alike; undefined leaves a field as it is. */
export function readCommonFields(
  context: Context,
  given: ReadValue<typeof common>,
  customer: string,
  before?: Subscription,
): Named<Subscription> {
  if (given.collection_method === 'send_invoice') requireEmail(context, customer);
  const { billing_thresholds: thresholds, payment_settings } = given;
  const { payment_method_types, payment_method_options, save_default_payment_method } =
    payment_settings ?? {};
  return {
    automaticTax: wantsAutomaticTax(context, given.automatic_tax, customer),
    billing_thresholds: thresholds && {
      ...PLAIN_THRESHOLDS,
      ...before?.billing_thresholds,
      ...defined(thresholds),
    },
    days_until_due: readDaysUntilDue(given, before?.days_until_due ?? null),
    default_tax_rates: changedTaxRates(context, given.default_tax_rates, 'default_tax_rates'),
    description: given.description,
    metadata: changedMetadata(before?.metadata ?? {}, given.metadata),
    methodTypes: payment_method_types,
    savesMethod: save_default_payment_method && save_default_payment_method === 'on_subscription',
    ...readInvoiceSplit(context, given, { before: before?.split }),
    methodOptions: payment_method_options && changedOptions(payment_method_options, before?.methodOptions),
    withoutMethod: given.trial_settings?.end_behavior.missing_payment_method,
  };
}
