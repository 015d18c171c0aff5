import type { RequestedAnchor } from '../billing/subscriptions/billing-cycle-anchor.ts';
import type { FlexibleMode } from '../billing/subscriptions/billing-mode.ts';
import { trialSettings } from '../billing/subscriptions/subscription-params.ts';
import { type RequestedTaxRates, usableTaxRates } from '../billing/tax/line-taxes.ts';
import { trialFromPlan } from '../catalogue/plan-trials.ts';
import { customerTime } from '../customers/customer.ts';
import { exclusiveParameters, rejected } from '../description/api-error.ts';
import { defined } from '../description/defined.ts';
import type { JsonObject } from '../description/json-object.ts';
import { SECONDS_A_DAY } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { list, object, type ReadFields } from '../kinds/params/composite.ts';
import { choice } from '../kinds/params/described.ts';
import { ownAccount } from '../kinds/params/own-account.ts';
import { clearable, echoed, flag, integer, oneOf, optional, text } from '../kinds/params/reader.ts';
import { methodOptionsParam, readCardOptions, readThreeDSecure } from '../payments/method-options.ts';
import type { InvoiceSplit } from '../payments/splits/split.ts';
import type { SessionMode } from './checkout-entities.ts';
import { consentCollectionParam, readConsentCollection } from './consent-collection.ts';
import { customFieldsParam, readCustomFields } from './custom-fields-param.ts';
import { invoiceCreationParam, readInvoiceCreation } from './invoice-creation.ts';
import { nameCollectionParam, readNameCollection, shownNameCollection } from './name-collection.ts';
import type { SessionOptions } from './session-options.ts';
import { readShippingCollection, shippingCollectionParam } from './shipping-collection.ts';

const autoOrNever = optional(oneOf('auto', 'never'));
const enabledOrDisabled = optional(oneOf('disabled', 'enabled'));
const enabled = optional(object({ enabled: flag }));
const message = clearable(object({ message: text(1200) }));

/** Parameters for payment and data collection, and those that are only shown back. */
export const optionFields = {
  adaptive_pricing: echoed(optional(object({ enabled: optional(flag) }))),
  allow_promotion_codes: optional(flag),
  allowed_payment_method_types: optional(
    list(choice('POST /v1/checkout/sessions', 'payment_method_types[0]')),
  ),
  automatic_tax: optional(object({ enabled: flag, liability: ownAccount })),
  billing_address_collection: optional(oneOf('auto', 'required')),
  consent_collection: consentCollectionParam,
  custom_fields: customFieldsParam,
  custom_text: optional(
    object({
      after_submit: message,
      shipping_address: message,
      submit: message,
      terms_of_service_acceptance: message,
    }),
  ),
  customer_update: optional(object({ address: autoOrNever, name: autoOrNever, shipping: autoOrNever })),
  integration_identifier: echoed(optional(text())),
  invoice_creation: invoiceCreationParam,
  name_collection: nameCollectionParam,
  origin_context: echoed(optional(oneOf('mobile_app', 'web'))),
  payment_method_options: methodOptionsParam,
  payment_method_collection: optional(oneOf('always', 'if_required')),
  phone_number_collection: enabled,
  saved_payment_method_options: echoed(
    optional(
      object({
        allow_redisplay_filters: optional(list(oneOf('always', 'limited', 'unspecified'))),
        payment_method_remove: enabledOrDisabled,
        payment_method_save: enabledOrDisabled,
      }),
    ),
  ),
  shipping_address_collection: shippingCollectionParam,
  submit_type: optional(oneOf('auto', 'book', 'donate', 'pay', 'subscribe')),
  tax_id_collection: optional(object({ enabled: flag, required: optional(oneOf('if_supported', 'never')) })),
  wallet_options: echoed(optional(object({ link: optional(object({ display: autoOrNever })) }))),
} as const;

export const trialFields = {
  trial_end: optional(integer()),
  trial_from_plan: trialFromPlan,
  trial_period_days: optional(integer(1, 730)),
  trial_settings: trialSettings,
} as const;

type Options = Partial<ReadFields<typeof optionFields>>;
type Trials = Partial<ReadFields<typeof trialFields>>;

export function readOptions(
  context: Context,
  options: Options,
  {
    mode,
    trials = {},
    anchor,
    customer,
    default_tax_rates,
    flexible,
    split,
  }: {
    readonly mode: SessionMode;
    readonly trials?: Trials | undefined;
    readonly anchor?: RequestedAnchor | undefined;
    readonly customer?: string | undefined;
    readonly default_tax_rates?: RequestedTaxRates;
    readonly flexible?: FlexibleMode | undefined;
    readonly split?: InvoiceSplit;
  },
): SessionOptions {
  const { customer_update } = options;
  if (customer_update !== undefined && customer === undefined) {
    throw rejected('`customer_update` can only be used with `customer`.', { param: 'customer_update' });
  }
  checkTaxLocation(context, options, customer);
  checkBusinessName(options, customer);
  return {
    allowedTypes: options.allowed_payment_method_types ?? null,
    automaticTax: options.automatic_tax?.enabled ?? false,
    invoice: readInvoiceCreation(options.invoice_creation),
    default_tax_rates: usableTaxRates(context, default_tax_rates, 'subscription_data[default_tax_rates]'),
    flexible,
    ...(split && { split }),
    customer_update: {
      address: customer_update?.address === 'auto',
      name: customer_update?.name === 'auto',
      shipping: customer_update?.shipping === 'auto',
    },
    ...(anchor && { anchor }),
    alwaysCollectsMethod: alwaysCollectsMethod(context, mode, options),
    trial: readTrial(trials, customerTime(context, { customer })),
    withoutMethod: trials.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    ...defined({ threeDSecure: readThreeDSecure(options.payment_method_options) }),
    ...(options.payment_method_options && { cardOptions: readCardOptions(options.payment_method_options) }),
    collectsAddress: readAddressCollection(options),
    collectsShipping: readShippingCollection(options, customer),
    collectsNames: readNameCollection(options.name_collection),
    collectsTaxIds: readTaxIdCollection(options),
    collectsPhone: options.phone_number_collection?.enabled ?? false,
    custom_fields: readCustomFields(options.custom_fields),
    consent_collection: readConsentCollection(options.consent_collection),
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

function readTaxIdCollection({ tax_id_collection: tax_ids }: Options): SessionOptions['collectsTaxIds'] {
  if (!tax_ids?.enabled) return null;
  return tax_ids.required === 'if_supported' ? 'required' : 'optional';
}

function readAddressCollection(options: Options): SessionOptions['collectsAddress'] {
  if (options.billing_address_collection === 'required') return 'whole';
  const taxFollowsIt = options.automatic_tax?.enabled && options.shipping_address_collection === undefined;
  return taxFollowsIt || options.tax_id_collection?.enabled ? 'place' : null;
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

function pickShown(options: Options): JsonObject {
  const { allow_promotion_codes, allowed_payment_method_types, billing_address_collection } = options;
  const { custom_text, integration_identifier, origin_context, phone_number_collection } = options;
  const { saved_payment_method_options: saved, submit_type, wallet_options: wallets } = options;
  const { tax_id_collection, adaptive_pricing, name_collection, shipping_address_collection } = options;
  const shown = {
    adaptive_pricing: adaptive_pricing && { enabled: adaptive_pricing.enabled ?? true },
    allow_promotion_codes,
    allowed_payment_method_types,
    billing_address_collection,
    custom_text: custom_text && {
      after_submit: custom_text.after_submit ?? null,
      shipping_address: custom_text.shipping_address ?? null,
      submit: custom_text.submit ?? null,
      terms_of_service_acceptance: custom_text.terms_of_service_acceptance ?? null,
    },
    integration_identifier,
    name_collection: name_collection && shownNameCollection(name_collection),
    origin_context,
    payment_method_types: allowed_payment_method_types,
    phone_number_collection,
    saved_payment_method_options: saved && {
      allow_redisplay_filters: saved.allow_redisplay_filters ?? ['always'],
      payment_method_remove: saved.payment_method_remove ?? 'disabled',
      payment_method_save: saved.payment_method_save ?? null,
    },
    shipping_address_collection,
    submit_type,
    tax_id_collection: tax_id_collection && {
      enabled: tax_id_collection.enabled,
      required: tax_id_collection.required ?? 'never',
    },
    wallet_options: wallets && { link: { display: wallets.link?.display ?? 'auto' } },
  };
  return defined(shown);
}
