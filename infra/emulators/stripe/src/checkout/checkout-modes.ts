import type Stripe from 'stripe';
import { discountSource } from '../catalogue/redeemable.ts';
import { customerDiscounts } from '../customers/customer-discount.ts';
import { isBankDebit } from '../customers/methods/bank-debits.ts';
import { missingParameter, notSupported, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { paymentShippingParam, readShipping } from '../kinds/params/address.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { changedMetadata, type MetadataChange, object, type ReadFields } from '../kinds/params/composite.ts';
import { optional, type ReadValue } from '../kinds/params/reader.ts';
import { cardDescriptor, email, readStatementDescriptor } from '../kinds/params/texts.ts';
import { changedOptions } from '../payments/method-options.ts';
import { splitParams } from '../payments/splits/payment-splits.ts';
import { isRejected, setDiscount } from './apply-code.ts';
import { type CheckoutSession, chosenItem, type IntentData, type SessionMode } from './checkout-entities.ts';
import { CHOSEN } from './create-session.ts';
import { checkInvoiceCreation } from './invoice-creation.ts';
import { toPurchase } from './price-lines.ts';
import type { described, Options } from './read-session-options.ts';

const describedData = describedParams<Stripe.Checkout.SessionCreateParams.PaymentIntentData>(
  'POST /v1/checkout/sessions payment_intent_data',
);

export const paymentIntentData = object({
  ...describedData('capture_method', 'description', 'metadata', 'setup_future_usage'),
  receipt_email: optional(email()),
  shipping: paymentShippingParam,
  statement_descriptor: optional(cardDescriptor),
  statement_descriptor_suffix: optional(readStatementDescriptor),
  ...splitParams,
});

type Fields = ReturnType<typeof described<'discounts' | 'setup_intent_data'>>;

interface ModeParams extends Options, Partial<ReadFields<Fields>> {
  readonly currency?: string | undefined;
  readonly customer?: string | undefined;
  readonly customer_creation?: 'always' | 'if_required' | undefined;
  readonly payment_intent_data?: ReadValue<typeof paymentIntentData> | undefined;
  readonly subscription_data?: unknown;
}

const ONLY_FOR: Readonly<
  Record<'payment_intent_data' | 'setup_intent_data' | 'subscription_data', SessionMode>
> = {
  payment_intent_data: 'payment',
  setup_intent_data: 'setup',
  subscription_data: 'subscription',
};

export function checkOnlyFor(mode: SessionMode, params: ModeParams): void {
  for (const [param, allowedMode] of Object.entries(ONLY_FOR)) {
    if (mode === allowedMode || params[param as keyof typeof ONLY_FOR] === undefined) continue;
    throw rejected(`You can not pass \`${param}\` in \`${mode}\` mode.`, param);
  }
  if (params.customer_creation !== undefined && mode === 'subscription') {
    // Stripe's sentence leaves out setup mode, and its error has no `param`.
    throw rejected('`customer_creation` can only be used in `payment` mode.');
  }
  if (params.payment_method_collection !== undefined && mode !== 'subscription') {
    throw rejected('`payment_method_collection` can only be set in `subscription` mode.', {
      param: 'payment_method_collection',
    });
  }
  checkInvoiceCreation(mode, params.invoice_creation);
  checkPaymentOptions(mode, params);
  if (params.payment_intent_data?.capture_method === 'manual') checkHolding(params);
  if (mode === 'setup') checkSetup(params);
}

const PAYMENT_OPTIONS = [
  'capture_method',
  'request_incremental_authorization',
  'setup_future_usage',
] as const;

/** Checks options that subscriptions and setups lack, or that the invoice of a purchase would have to follow. */
function checkPaymentOptions(
  mode: SessionMode,
  { invoice_creation, payment_method_options }: ModeParams,
): void {
  for (const [type, options] of Object.entries(changedOptions(payment_method_options))) {
    const name = PAYMENT_OPTIONS.find((option) => options?.[option] !== undefined);
    const param = `payment_method_options[${type}][${name}]`;
    if (name !== undefined && mode !== 'payment') throw notSupported(`${param} in ${mode} mode`, param);
    if (options?.capture_method === undefined || !invoice_creation?.enabled) continue;
    throw notSupported(`invoice_creation with ${param}`, param);
  }
}

function checkHolding({ allowed_payment_method_types: types, invoice_creation }: ModeParams): void {
  const param = 'payment_intent_data[capture_method]';
  if (invoice_creation?.enabled) throw notSupported(`invoice_creation with ${param}=manual`, param);
  const debit = types?.find(isBankDebit);
  if (debit === undefined) return;
  throw rejected(`The payment method type "${debit}" does not support manual capture.`, param);
}

function checkSetup(params: ModeParams): void {
  const { allowed_payment_method_types, currency } = params;
  for (const param of ['phone_number_collection', 'tax_id_collection'] as const) {
    if (params[param]?.enabled) throw rejected(`You can not enable \`${param}\` in \`setup\` mode.`, param);
  }
  // The currency determines the payment method types unless they are named.
  if (currency === undefined && allowed_payment_method_types === undefined)
    throw missingParameter('currency');
}

export function createsCustomer(mode: SessionMode, params: ModeParams): boolean {
  if (params.customer !== undefined) return false;
  if (mode === 'subscription') return true;
  // Saving a payment method or creating an invoice requires a customer.
  const usages = Object.values(changedOptions(params.payment_method_options));
  const keepsMethod =
    params.payment_intent_data?.setup_future_usage !== undefined ||
    usages.some((one) => (one?.setup_future_usage ?? 'none') !== 'none');
  return params.customer_creation === 'always' || keepsMethod || params.invoice_creation?.enabled === true;
}

export function readIntentData({ payment_intent_data, setup_intent_data }: ModeParams): IntentData {
  const given: { readonly description?: string | undefined; readonly metadata?: MetadataChange } =
    payment_intent_data ?? setup_intent_data ?? {};
  const { capture_method: capture = 'automatic_async', statement_descriptor_suffix: suffix } =
    payment_intent_data ?? {};
  return {
    description: given.description ?? null,
    metadata: changedMetadata({}, given.metadata),
    setup_future_usage: payment_intent_data?.setup_future_usage ?? null,
    receipt_email: payment_intent_data?.receipt_email ?? null,
    shipping: readShipping(payment_intent_data?.shipping, null),
    ...(capture !== 'automatic' && { capture_method: capture }),
    ...(suffix !== undefined && { statement_descriptor_suffix: suffix }),
  };
}

export function withDiscount(
  context: Context,
  session: CheckoutSession,
  params: ModeParams,
): CheckoutSession {
  const [given] = params.discounts ?? [];
  if (given !== undefined && chosenItem(session)) {
    throw rejected(`You cannot enable discounts when using ${CHOSEN} configured.`, 'discounts');
  }
  const discounted =
    given === undefined
      ? withGeneralDiscount(context, session)
      : setDiscount(
          context,
          session,
          discountSource(context, toPurchase(context, session), given, 'discounts[0]'),
        );
  if (discounted.discount === null || !isRejected(context, session, discounted.discount)) return discounted;
  throw rejected(
    'Coupons with `amount_off` cannot be used when `proration_behavior` is `create_prorations`.',
    'discounts',
  );
}

/** A subscription that a customer buys has the customer's discount. */
function withGeneralDiscount(context: Context, session: CheckoutSession): CheckoutSession {
  const { currency, customer, mode } = session;
  if (currency === null || customer === null || mode !== 'subscription') return session;
  const now = context.time.now(session.test_clock);
  const [discount] = customerDiscounts(context, { currency, customer }, now);
  if (discount === undefined) return session;
  const { coupon, promotion_code } = discount;
  return setDiscount(context, session, { coupon, promotion_code });
}
