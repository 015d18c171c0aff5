import type Stripe from 'stripe';
import type { RequestedAnchor } from '../billing/subscriptions/billing-cycle-anchor.ts';
import { type RequestedTaxRates, usableTaxRates } from '../billing/tax/line-taxes.ts';
import { customerTime } from '../customers/customer.ts';
import { REDIRECT_TYPES } from '../customers/methods/redirect-methods.ts';
import { exclusiveParameters, rejected } from '../description/api-error.ts';
import { defined, isObject } from '../description/json.ts';
import { SECONDS_A_DAY } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { choice, describedParams } from '../kinds/params/as-described.ts';
import { list, type ReadFields } from '../kinds/params/composite.ts';
import { flag, integer, onlyShown, optional } from '../kinds/params/reader.ts';
import { unset } from '../kinds/store/kind-type.ts';
import { changedOptions, METHOD_OPTIONS } from '../payments/method-options.ts';
import type { LineItem, SessionMode } from './checkout-entities.ts';
import { customFieldsParam, readCustomFields } from './custom-fields-param.ts';
import { readInvoiceCreation } from './invoice-creation.ts';
import type { GivenFields, SessionOptions } from './session-options.ts';
import { checkShippingCollection, shippingCollectionParam } from './shipping-options.ts';

const CREATE = 'POST /v1/checkout/sessions';

type Params = Stripe.Checkout.SessionCreateParams;

export const described = describedParams<Params>(CREATE, {
  discounts: 1,
  optional_items: 10,
  'optional_items[adjustable_quantity][maximum]': integer(1, 999_999),
  'optional_items[adjustable_quantity][minimum]': integer(0, 999_998),
  'optional_items[quantity]': integer(1, 999_999),
  'invoice_creation[invoice_data]': [
    'custom_fields',
    'description',
    'footer',
    'metadata',
    'rendering_options',
  ],
  'invoice_creation[invoice_data][rendering_options]': ['amount_tax_display'],
  payment_method_options: ['card', ...REDIRECT_TYPES],
  'payment_method_options[card]': METHOD_OPTIONS['payment_method_options[card]'],
  setup_intent_data: ['description', 'metadata'],
});

/** Parameters that are shown as they are given; some have no other effect. */
const shownFields = {
  ...onlyShown({
    ...described('adaptive_pricing', 'integration_identifier', 'origin_context', 'wallet_options'),
    ...described('payment_method_configuration', 'saved_payment_method_options'),
  }),
  custom_fields: customFieldsParam,
  ...described('allow_promotion_codes', 'billing_address_collection', 'branding_settings'),
  ...described('consent_collection', 'custom_text', 'excluded_payment_method_types', 'name_collection'),
  ...described('optional_items', 'phone_number_collection', 'submit_type', 'tax_id_collection'),
  allowed_payment_method_types: optional(list(choice(CREATE, 'payment_method_types[0]'))),
  shipping_address_collection: shippingCollectionParam,
} as const;

/** Parameters for payment and data collection. */
export const optionFields = {
  ...shownFields,
  ...described('automatic_tax', 'customer_update', 'invoice_creation'),
  ...described('payment_method_collection', 'payment_method_options'),
} as const;

export const describedData = describedParams<Stripe.Checkout.SessionCreateParams.SubscriptionData>(
  `${CREATE} subscription_data`,
  { 'trial_settings[end_behavior]': ['missing_payment_method'] },
);

export const trialFields = {
  ...describedData('trial_end', 'trial_settings'),
  trial_from_plan: optional(flag),
  trial_period_days: optional(integer(1, 730)),
} as const;

export type Options = Partial<ReadFields<typeof optionFields>>;
type Trials = Partial<ReadFields<typeof trialFields>>;

export function readOptions(
  context: Context,
  options: Options,
  terms: Pick<SessionOptions, 'flexible' | 'split'> & {
    readonly mode: SessionMode;
    readonly trials?: Trials | undefined;
    readonly anchor?: RequestedAnchor | undefined;
    readonly customer?: string | undefined;
    readonly default_tax_rates?: RequestedTaxRates;
  },
): SessionOptions {
  const { mode, trials = {}, anchor, customer, default_tax_rates, flexible, split } = terms;
  const { customer_update } = options;
  if (customer_update !== undefined && customer === undefined) {
    throw rejected('`customer_update` can only be used with `customer`.', 'customer_update');
  }
  checkTaxLocation(context, options, customer);
  checkBusinessName(options, customer);
  checkShippingCollection(options, customer);
  return {
    automaticTax: options.automatic_tax?.enabled ?? false,
    invoice: readInvoiceCreation(options.invoice_creation),
    default_tax_rates: usableTaxRates(context, default_tax_rates, 'subscription_data[default_tax_rates]'),
    ...defined({ anchor, flexible, split }),
    customer_update: customer_update ?? {},
    alwaysCollectsMethod: alwaysCollectsMethod(context, mode, options),
    trial: readTrial(trials, customerTime(context, { customer })),
    withoutMethod: trials.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    methodOptions: changedOptions(options.payment_method_options),
    shown: pickShown(options),
  };
}

/** A purchase that costs nothing needs no payment method; before 2023-08-16 there were none. */
function alwaysCollectsMethod({ cause }: Context, mode: SessionMode, options: Options): boolean {
  if (mode === 'payment') return cause.version < '2023-08-16';
  return options.payment_method_collection !== 'if_required';
}

/** Automatic tax needs the customer's address, either known or saved by the checkout. */
function checkTaxLocation(
  { store }: Context,
  { automatic_tax: tax, customer_update: update }: Options,
  customer: string | undefined,
): void {
  const { address, shipping } = store.customers.get(customer ?? '') ?? {};
  const isKnown = customer === undefined || (shipping?.address ?? address)?.country != null;
  if (!tax?.enabled || isKnown || update?.address === 'auto' || update?.shipping === 'auto') return;
  throw rejected(
    "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
    { code: 'customer_tax_location_invalid' },
  );
}

/** Collecting a business name requires permission to update the customer's name. */
function checkBusinessName(
  { customer_update: update, tax_id_collection: tax_ids }: Options,
  customer: string | undefined,
): void {
  if (!tax_ids?.enabled || customer === undefined || update?.name === 'auto') return;
  throw rejected(
    'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
  );
}

function readTrial({ trial_end: end, trial_period_days: days }: Trials, now: number) {
  if (end !== undefined && days !== undefined) {
    throw exclusiveParameters('trial_end, trial_period_days', 'subscription_data[trial_end]');
  }
  if (days !== undefined) return { days };
  if (end === undefined) return null;
  if (end >= now + 2 * SECONDS_A_DAY) return { end };
  throw rejected('The `trial_end` date has to be at least 2 days in the future.', {
    param: 'subscription_data[trial_end]',
  });
}

/** What Stripe adds to parameters that do not say all. */
const STANDARDS: Readonly<Record<string, object>> = {
  adaptive_pricing: { enabled: true },
  consent_collection: {
    payment_method_reuse_agreement: null,
    promotions: 'none',
    terms_of_service: 'none',
  },
  custom_text: unset('payment_pages_checkout_session_custom_text'),
  saved_payment_method_options: {
    allow_redisplay_filters: ['always'],
    payment_method_remove: 'disabled',
    payment_method_save: null,
  },
  tax_id_collection: { required: 'never' },
};

/** The bounds of a quantity, if the visitor can change it. */
export function adjustable(given: Adjustable): LineItem['adjustable_quantity'] {
  if (!given?.enabled) return undefined;
  return { enabled: true, maximum: given.maximum ?? 99, minimum: given.minimum ?? 0 };
}

type Bounds = Readonly<Partial<Record<'maximum' | 'minimum', number | null>>>;
type Adjustable = (Bounds & { readonly enabled: boolean }) | null | undefined;

function pickShown(options: Options): GivenFields {
  const { name_collection: names, payment_method_configuration: id, wallet_options: wallets } = options;
  const given = Object.keys(shownFields).map((name) => {
    const value = options[name as keyof typeof shownFields];
    return [name, isObject(value) ? { ...STANDARDS[name], ...value } : value];
  });
  return defined({
    ...Object.fromEntries(given),
    custom_fields: readCustomFields(options.custom_fields),
    name_collection: names && {
      ...(names.business && { business: { optional: false, ...names.business } }),
      ...(names.individual && { individual: { optional: false, ...names.individual } }),
    },
    optional_items: options.optional_items?.map((item) => ({
      ...item,
      adjustable_quantity: adjustable(item.adjustable_quantity) ?? null,
    })),
    payment_method_configuration: undefined,
    payment_method_configuration_details: id && { id, parent: null },
    payment_method_types: options.allowed_payment_method_types,
    wallet_options: wallets && { link: { display: 'auto', ...wallets.link } },
  });
}
