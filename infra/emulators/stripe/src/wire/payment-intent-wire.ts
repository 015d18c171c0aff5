import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { PaymentIntent } from '../state/payment-entities.ts';
import { sentToWire } from './customer-wire.ts';
import { lastErrorWire } from './last-error-wire.ts';
import { nextActionWire } from './next-action-wire.ts';

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
    last_payment_error: lastPaymentError(context, intent),
    latest_charge: intent.latestCharge,
    metadata: intent.metadata,
    next_action: nextActionWire(context, intent),
    payment_method: intent.status === 'requires_payment_method' ? null : intent.paymentMethod,
    receipt_email: intent.receiptEmail,
    shipping: sentToWire(intent),
    setup_future_usage: intent.setupFutureUsage,
    status: intent.status,
  };
}

function lastPaymentError(
  { store }: Context,
  intent: PaymentIntent,
): Stripe.PaymentIntent.LastPaymentError | null {
  const error = lastErrorWire(store, intent);
  return error === null || intent.latestCharge === null ? error : { ...error, charge: intent.latestCharge };
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
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};
