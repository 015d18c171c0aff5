import type Stripe from 'stripe';
import type { Charge } from '../state/payment-entities.ts';
import { testCardByName } from '../state/test-cards.ts';
import { sentToWire } from './customer-wire.ts';
import { bankAccountWire, billingDetailsWire, fingerprintOf } from './payment-method-wire.ts';

export function chargeWire(charge: Charge): Stripe.Charge {
  const paid = charge.failure === null && !charge.pending;
  return {
    ...UNUSED,
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: paid ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    balance_transaction: charge.balanceTransaction,
    billing_details: billingDetailsWire(charge.billingDetails),
    captured: paid,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer,
    description: charge.description,
    receipt_email: charge.receiptEmail ?? null,
    disputed: charge.disputed,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    metadata: charge.metadata,
    outcome: outcomeWire(charge),
    paid,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod,
    payment_method_details: methodDetailsWire(charge),
    shipping: sentToWire(charge),
    refunded: charge.amountRefunded === charge.amount,
    status: statusOf(charge),
  };
}

function statusOf({ pending, failure }: Charge): Stripe.Charge.Status {
  if (pending) return 'pending';
  return failure === null ? 'succeeded' : 'failed';
}

function methodDetailsWire(charge: Charge): Stripe.Charge.PaymentMethodDetails {
  if (!testCardByName(charge.card.testCard).isDelayed) return { card: cardDetailsWire(charge), type: 'card' };
  const account = { ...bankAccountWire(charge.card), payment_reference: null };
  return { type: 'us_bank_account', us_bank_account: account };
}

function outcomeWire({ failure }: Charge): Stripe.Charge.Outcome {
  return {
    advice_code: failure === null ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure === null ? 'approved_by_network' : 'declined_by_network',
    reason: failure === null ? null : (failure.declineCode ?? failure.code),
    seller_message: failure === null ? 'Payment complete.' : failure.message,
    type: failure === null ? 'authorized' : 'issuer_declined',
  };
}

function cardDetailsWire({ card, amount, authenticated }: Charge) {
  const { brand, funding } = testCardByName(card.testCard);
  return {
    amount_authorized: amount,
    amount_requested: amount,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    extended_authorization: { status: 'disabled' },
    fingerprint: fingerprintOf(card),
    funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  } as const;
}

const UNUSED = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  calculated_statement_descriptor: null,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Stripe.Charge>;
