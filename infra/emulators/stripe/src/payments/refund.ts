import type Stripe from 'stripe';
import { unset } from '../description/unset.ts';
import { finder } from '../kinds/lookup.ts';
import type { Labelled } from '../kinds/store/entity.ts';

export interface Refund extends Labelled {
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly customer: string | null;
  readonly payment_intent: string | null;
  readonly payment_method: string;
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  /** Absent for `succeeded`. */
  readonly status?: 'failed' | 'pending';
  /** When the bank decides it; absent if it has, or never does. */
  readonly settlesAt?: number;
  readonly balance_transaction: string | null;
  /** What it took back of a transfer, or in a connected account the reversal that it is. */
  readonly transfer_reversal?: string;
  /** Returns the money of a failed refund. */
  readonly failure_balance_transaction?: string;
}

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

export const requireRefund = finder('refund', 'refunds');
