import type Stripe from 'stripe';
import { readInvoiceSplit, subscriptionSplitParams } from '../billing/invoices/invoice-splits.ts';
import { type FlexibleMode, readBillingMode } from '../billing/subscriptions/billing-mode.ts';
import { findTrialDays, rejectInCheckout } from '../billing/subscriptions/subscription-params.ts';
import { customerTime } from '../customers/customer.ts';
import { missingParameter, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, nothing, post } from '../kinds/endpoint.ts';
import { choices, only } from '../kinds/params/as-described.ts';
import { changedMetadata, metadata, object } from '../kinds/params/composite.ts';
import { echoed, oneOf, optional, type ReadValue } from '../kinds/params/reader.ts';
import { email } from '../kinds/params/texts.ts';
import { partList } from '../kinds/read-page.ts';
import { resource } from '../kinds/resource.ts';
import { readSplit } from '../payments/splits/payment-splits.ts';
import type { CheckoutSession, SessionMode } from './checkout-entities.ts';
import { formFields, readForm } from './checkout-form.ts';
import { lineItemsParam, readLineItems } from './checkout-line-items.ts';
import {
  checkOnlyFor,
  createsCustomer,
  paymentIntentData,
  readIntentData,
  withDiscount,
} from './checkout-modes.ts';
import { checkoutSessionWire, requireSession } from './checkout-session.ts';
import { createSession } from './create-session.ts';
import { type PricedLine, priceLines } from './price-lines.ts';
import { described, describedData, optionFields, readOptions, trialFields } from './read-session-options.ts';
import { expireSession } from './recover-session.ts';
import { anchorFields, readSessionAnchor } from './session-anchor.ts';
import { lineItemWire } from './session-lines.ts';
import { readShippingOptions, shippingOptionsParam } from './shipping-options.ts';

const PATH = '/v1/checkout/sessions';

const subscriptionFields = {
  ...describedData('billing_mode', 'default_tax_rates', 'description', 'metadata'),
  ...trialFields,
  // Not documented, and what pages do anyway.
  payment_behavior: optional(only('allow_incomplete')),
} as const;

/** What a session sells and collects, which a payment link says for all of its sessions. */
export const sessionFields = {
  ...optionFields,
  ...described('currency', 'customer_creation'),
  line_items: lineItemsParam(),
  payment_intent_data: optional(paymentIntentData),
  shipping_options: shippingOptionsParam,
  subscription_data: optional(object(subscriptionFields)),
} as const;

/** The description leaves one out that the SDK has. */
const LOCALES = [...choices(`POST ${PATH}`, 'locale'), 'hi-IN'].toSorted();

const createParams = object({
  ...described('after_expiration', 'client_reference_id', 'customer', 'discounts', 'expires_at', 'metadata'),
  ...described('mode', 'setup_intent_data'),
  customer_email: optional(email(800)),
  locale: echoed(optional(oneOf(...LOCALES))),
  ...formFields,
  ...sessionFields,
  subscription_data: optional(object({ ...subscriptionFields, ...anchorFields, ...subscriptionSplitParams })),
});

type CreateParams = ReadValue<typeof createParams>;
/** A payment link does not name all of them. */
type SessionParams = Partial<Omit<CreateParams, 'subscription_data'>> & {
  readonly subscription_data?: Partial<NonNullable<CreateParams['subscription_data']>> | undefined;
};

const sessions = resource(PATH, requireSession, checkoutSessionWire);

export const checkoutSessionEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => checkoutSessionWire(context, openSession(context, params))),
  sessions.list({
    fields: ['customer', 'payment_link', 'status', 'subscription'],
    filters: {
      'customer_details[email]': (session, context) =>
        checkoutSessionWire(context, session).customer_details?.email,
      // Sessions in subscription mode pay through an invoice and expose no payment intent.
      payment_intent: ({ mode, payment_intent }) => (mode === 'payment' ? payment_intent : null),
    },
  }),
  sessions.retrieve,
  sessions.update(object({ metadata })),
  sessions.action('expire', nothing, (context, session) => {
    if (session.status !== 'open') {
      throw rejected(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    return expireSession(context, session);
  }),
  partList(`${PATH}/:id/line_items`, 'line item', (context, id) =>
    listLineItems(context, requireSession(context, id)),
  ),
];

export function openSession(context: Context, params: SessionParams): CheckoutSession {
  const { mode } = params;
  if (mode === undefined) throw missingParameter('mode');
  checkOnlyFor(mode, params);
  const line_items =
    mode === 'setup' ? [] : readLineItems(context, params.line_items, params.optional_items?.length);
  const trials = readTrials(context, params);
  const { recovery } = params.after_expiration ?? {};
  const created = createSession(context, {
    ...readForm(params),
    mode,
    line_items,
    currency: params.currency ?? null,
    discount: null,
    shipping_options: readShippingOptions(context, mode, params),
    intentData: readIntentData(params),
    createsCustomer: createsCustomer(mode, params),
    customer: params.customer ?? null,
    customer_email: params.customer_email ?? null,
    client_reference_id: params.client_reference_id ?? null,
    locale: params.locale ?? null,
    expires_at: params.expires_at ?? null,
    recovery: recovery && { allow_promotion_codes: false, expires_at: null, ...recovery },
    metadata: changedMetadata({}, params.metadata),
    subscriptionMetadata: changedMetadata({}, params.subscription_data?.metadata),
    subscriptionDescription: params.subscription_data?.description ?? null,
    options: readOptions(context, params, {
      mode,
      trials,
      anchor: readSessionAnchor(context, trials ?? {}, line_items, customerTime(context, params)),
      customer: params.customer,
      default_tax_rates: params.subscription_data?.default_tax_rates,
      flexible: readFlexibleMode(context, mode, params),
      ...readInvoiceSplit(context, params.subscription_data ?? {}, { within: 'subscription_data' }),
    }),
  });
  return withDiscount(context, withSplit(context, created, params), params);
}

/** The amount is known only when the session is created. */
function withSplit(
  context: Context,
  session: CheckoutSession,
  { payment_intent_data: data }: SessionParams,
): CheckoutSession {
  const given = readSplit(context, data ?? {}, session.amount_total, 'payment_intent_data');
  if (Object.keys(given).length === 0) return session;
  return context.store.sessions.put({ ...session, intentData: { ...session.intentData, ...given } });
}

function readTrials(
  context: Context,
  { line_items: items, subscription_data: data }: SessionParams,
): SessionParams['subscription_data'] {
  if (data === undefined) return undefined;
  rejectInCheckout(context, data);
  return { ...data, trial_period_days: findTrialDays(context.store, data, items) };
}

function readFlexibleMode(
  context: Context,
  mode: SessionMode,
  params: SessionParams,
): FlexibleMode | undefined {
  if (mode !== 'subscription') return undefined;
  const { billing_mode: given } = params.subscription_data ?? {};
  return readBillingMode(given, 'subscription_data[billing_mode]', customerTime(context, params));
}

/** The line items of a session, for its list of them. */
export function listLineItems(context: Context, session: CheckoutSession) {
  const matches = priceLines(context, session).map((line) => ({ ...line, id: line.item.id }));
  return { matches, wire: (line: PricedLine): Stripe.LineItem => lineItemWire(context, line) };
}
