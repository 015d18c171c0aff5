import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import { newId } from '../../kinds/lookup.ts';
import { enterReinstatement, enterWithdrawal } from '../enter-in-ledger.ts';
import type { Charge } from '../payment-entities.ts';
import { type Dispute, disputeWire } from './dispute.ts';
import { settleWarning } from './warn-of-fraud.ts';

/** Opens a dispute: the cardholder's bank withdraws the money until it is closed. */
export function disputeCharge(
  context: Context,
  charge: Charge,
  { reason = 'fraudulent', inquiry = false }: { readonly reason?: string; readonly inquiry?: boolean } = {},
): Dispute {
  const begun: Dispute = {
    id: newId('du'),
    created: context.time.now(),
    amount: charge.amount - charge.amount_refunded,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    balance_transactions: [],
    metadata: {},
  };
  const dispute = context.store.disputes.put(inquiry ? begun : withdrawn(context, begun));
  const disputed = context.store.charges.put({ ...charge, disputed: true });
  emit(context, 'charge.dispute.created', disputeWire(context, dispute));
  if (!inquiry) emit(context, 'charge.dispute.funds_withdrawn', disputeWire(context, dispute));
  settleWarning(context, charge, disputed);
  return dispute;
}

function withdrawn(context: Context, dispute: Dispute): Dispute {
  return { ...dispute, balance_transactions: [enterWithdrawal(context, dispute)] };
}

/** Turns an inquiry into a dispute, which withdraws the money. */
export function escalateInquiry(context: Context, inquiry: Dispute): Dispute {
  const { decidesAt: _, ...others } = inquiry;
  const dispute = context.store.disputes.put(withdrawn(context, { ...others, status: 'needs_response' }));
  emit(context, 'charge.dispute.updated', disputeWire(context, dispute), { status: inquiry.status });
  emit(context, 'charge.dispute.funds_withdrawn', disputeWire(context, dispute));
  return dispute;
}

export function closeDispute(
  context: Context,
  dispute: Dispute,
  status: 'lost' | 'warning_closed' | 'won',
): Dispute {
  const balance_transactions =
    status === 'won'
      ? [...dispute.balance_transactions, enterReinstatement(context, dispute)]
      : dispute.balance_transactions;
  const { decidesAt: _, ...others } = dispute;
  const closed = context.store.disputes.put({ ...others, status, balance_transactions });
  if (status === 'won') emit(context, 'charge.dispute.funds_reinstated', disputeWire(context, closed));
  emit(context, 'charge.dispute.closed', disputeWire(context, closed), { status: dispute.status });
  return closed;
}

const BLOCKING: readonly Dispute['status'][] = ['lost', 'needs_response', 'under_review'];

/** The dispute that blocks refunds of a charge, if any. */
export function findDispute({ store }: Context, charge: Charge): Dispute | undefined {
  const [dispute] = store.disputes.where('charge', charge.id, ({ status }) => BLOCKING.includes(status));
  return dispute;
}

export function findInquiry({ store }: Context, charge: Charge): Dispute | undefined {
  const [inquiry] = store.disputes.where(
    'charge',
    charge.id,
    ({ status }) => status === 'warning_needs_response' || status === 'warning_under_review',
  );
  return inquiry;
}
