import type Stripe from 'stripe';
import type { Refund } from '../state/payment-entities.ts';

export function refundWire(refund: Refund): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: refund.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.failureBalanceTransaction !== undefined && {
      failure_balance_transaction: refund.failureBalanceTransaction,
      failure_reason: 'expired_or_canceled_card',
    }),
    metadata: refund.metadata,
    payment_intent: refund.paymentIntent,
    payment_method: refund.paymentMethod,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status ?? 'succeeded',
    transfer_reversal: null,
  };
}
