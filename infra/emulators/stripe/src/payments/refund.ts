import type Stripe from 'stripe';
import { unset } from '../description/unset.ts';
import type { Refund } from './payment-entities.ts';

export function refundWire(refund: Refund): Stripe.Refund {
  return {
    ...unset<Stripe.Refund>('refund'),
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balance_transaction,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: refund.customer,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.failure_balance_transaction !== undefined && {
      failure_balance_transaction: refund.failure_balance_transaction,
      failure_reason: 'expired_or_canceled_card',
    }),
    metadata: refund.metadata,
    payment_intent: refund.payment_intent,
    payment_method: refund.payment_method || null,
    reason: refund.reason,
    transfer_reversal: refund.transfer_reversal ?? null,
    // The refund of a connected account is itself the reversal.
    ...(refund.id.startsWith('pyr_') && { source_transfer_reversal: refund.transfer_reversal ?? null }),
    status: refund.status ?? 'succeeded',
  };
}
