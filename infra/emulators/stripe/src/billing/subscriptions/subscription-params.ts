import { taxRatesParam } from '../../catalogue/tax-rate.ts';
import { requireEmail } from '../../customers/customer.ts';
import { rejected, unknownParameters } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { choice, only, ownAccount } from '../../kinds/params/as-described.ts';
import { changedMetadata, list, metadata, object } from '../../kinds/params/composite.ts';
import {
  clearable,
  flag,
  integer,
  oneOf,
  optional,
  type Reader,
  type ReadValue,
  text,
} from '../../kinds/params/reader.ts';
import type { Store } from '../../kinds/store/store.ts';
import { readThreeDSecure, subscriptionOptionsParam } from '../../payments/method-options.ts';
import type { CancellationFeedback, Subscription } from '../billing-entities.ts';
import type { RequestedEnd } from '../changes/item-periods.ts';
import type { Named } from '../changes/subscription-change.ts';
import { oneTimeItemsParam } from '../invoices/add-one-time-items.ts';
import { readInvoiceSplit, subscriptionSplitParams } from '../invoices/invoice-splits.ts';
import { automaticTaxParam, changedTaxRates, wantsAutomaticTax } from '../tax/line-taxes.ts';
import { recurringPriceData } from './inline-price.ts';
import { discountsParam } from './subscription-discounts.ts';

/** Since then, checkouts no longer know it. */
const REMOVED_FROM_CHECKOUT = '2022-08-01';

interface Trials {
  readonly trial_from_plan?: boolean | undefined;
  readonly trial_end?: number | 'now' | undefined;
  readonly trial_period_days?: number | undefined;
}

export const trialFromPlan = optional(flag);

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

const collectionMethod = optional(oneOf('charge_automatically', 'send_invoice'));

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

const paymentSettings = optional(
  object({
    payment_method_options: subscriptionOptionsParam,
    payment_method_types: clearable(
      list(choice('POST /v1/subscriptions', 'payment_settings[payment_method_types][0]')),
    ),
    save_default_payment_method: optional(oneOf('off', 'on_subscription')),
  }),
);

export const trialSettings = optional(
  object({
    end_behavior: object({ missing_payment_method: oneOf('cancel', 'create_invoice', 'pause') }),
  }),
);

/** Sending invoices for manual payment is not supported. */
export const automatically = only('charge_automatically', 'send_invoice');

export const feedback = choice(
  'POST /v1/subscriptions/:id',
  'cancellation_details[feedback]',
) as Reader<CancellationFeedback>;

/** Stripe asks for at least 50 units of the currency. */
const billingThresholds = clearable(
  object({ amount_gte: optional(integer(50)), reset_billing_cycle_anchor: optional(flag) }),
);

/** The thresholds after a request, which leaves what it does not name. */
function readThresholds(
  given: ReadValue<typeof billingThresholds>,
  before?: Subscription['billing_thresholds'],
): Subscription['billing_thresholds'] | undefined {
  return given && { amount_gte: null, reset_billing_cycle_anchor: false, ...before, ...defined(given) };
}

export const itemFields = {
  billing_thresholds: clearable(object({ usage_gte: integer(1) })),
  discounts: discountsParam,
  metadata,
  price: optional(text()),
  price_data: recurringPriceData,
  quantity: optional(integer(0, 999_999)),
  tax_rates: taxRatesParam,
} as const;

export const newItem = object(itemFields);

export const itemChange = object({
  ...itemFields,
  clear_usage: optional(flag),
  deleted: optional(flag),
  id: optional(text()),
});

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
  off_session: optional(flag),
  payment_behavior: optional(
    oneOf('allow_incomplete', 'error_if_incomplete', 'pending_if_incomplete', 'default_incomplete'),
  ),
  proration_behavior: optional(oneOf('always_invoice', 'create_prorations', 'none')),
  proration_date: optional(integer(0)),
} as const;

/** What a subscription is created with, and can be changed in. */
export const commonFields = {
  add_invoice_items: oneTimeItemsParam,
  automatic_tax: automaticTaxParam,
  billing_thresholds: billingThresholds,
  cancel_at_period_end: optional(flag),
  collection_method: collectionMethod,
  days_until_due: optional(integer(0)),
  default_tax_rates: taxRatesParam,
  description: clearable(text(500)),
  discounts: discountsParam,
  invoice_settings: optional(object({ issuer: ownAccount })),
  metadata,
  payment_settings: paymentSettings,
  ...subscriptionSplitParams,
  trial_end: optional(moment),
  trial_from_plan: trialFromPlan,
  trial_settings: trialSettings,
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
  const { payment_method_types, payment_method_options, save_default_payment_method } =
    given.payment_settings ?? {};
  return {
    automaticTax: wantsAutomaticTax(context, given.automatic_tax, customer),
    billing_thresholds: readThresholds(given.billing_thresholds, before?.billing_thresholds),
    days_until_due: readDaysUntilDue(given, before?.days_until_due ?? null),
    default_tax_rates: changedTaxRates(context, given.default_tax_rates, 'default_tax_rates'),
    description: given.description,
    metadata: changedMetadata(before?.metadata ?? {}, given.metadata),
    methodTypes: payment_method_types,
    savesMethod: save_default_payment_method && save_default_payment_method === 'on_subscription',
    ...readInvoiceSplit(context, given, { before: before?.split }),
    threeDSecure: readThreeDSecure(payment_method_options),
    withoutMethod: given.trial_settings?.end_behavior.missing_payment_method,
  };
}
