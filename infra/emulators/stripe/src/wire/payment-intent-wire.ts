import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { PaymentFailure, PaymentIntent } from '../state/payment-entities.ts';
import { paymentMethodWire } from './payment-method-wire.ts';

export function paymentIntentWire(context: Context, intent: PaymentIntent): Stripe.PaymentIntent {
  return {
    ...UNUSED,
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.canceledAt === null ? null : 'automatic',
    client_secret: intent.clientSecret,
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    last_payment_error: intent.lastError === null ? null : lastErrorWire(context, intent, intent.lastError),
    latest_charge: intent.latestCharge,
    metadata: intent.metadata,
    next_action: intent.status === 'requires_action' ? nextActionOf(context, intent) : null,
    payment_method: intent.status === 'requires_payment_method' ? null : intent.paymentMethod,
    receipt_email: intent.receiptEmail,
    setup_future_usage: intent.setupFutureUsage,
    status: intent.status,
  };
}

/** With an address to come back to, the cardholder is sent to a page; else a script is to take over. */
function nextActionOf(
  { settings }: Context,
  { id, returnUrl }: PaymentIntent,
): Stripe.PaymentIntent.NextAction {
  if (returnUrl === undefined) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${settings.publicUrl}${settings.pagesPath}/3d_secure/${id}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}

function lastErrorWire({ store }: Context, intent: PaymentIntent, failure: PaymentFailure) {
  const method = intent.paymentMethod === null ? undefined : store.paymentMethods.get(intent.paymentMethod);
  return {
    code: failure.code,
    ...(failure.declineCode === null ? {} : { decline_code: failure.declineCode }),
    message: failure.message,
    ...(intent.latestCharge === null ? {} : { charge: intent.latestCharge }),
    ...(method === undefined ? {} : { payment_method: paymentMethodWire(method) }),
    type: 'card_error',
  } satisfies Stripe.PaymentIntent.LastPaymentError;
}

const UNUSED = {
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_details: { tip: {} },
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: { enabled: false },
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};
