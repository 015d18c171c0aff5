import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { newId } from '../state/identifiers.ts';
import type { Charge, Dispute } from '../state/payment-entities.ts';
import { disputeWire } from '../wire/dispute-wire.ts';

export interface NewDispute {
  readonly reason?: string;
  /** The bank only asks, and takes no money yet. */
  readonly inquiry?: boolean;
}

/** The cardholder's bank takes the money of a charge back until the dispute is closed. */
export function disputeCharge(
  context: Context,
  charge: Charge,
  { reason = 'fraudulent', inquiry = false }: NewDispute = {},
): Dispute {
  const dispute = context.store.disputes.put({
    id: newId('du'),
    created: context.time.now(),
    amount: charge.amount - charge.amountRefunded,
    currency: charge.currency,
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    metadata: {},
  });
  context.store.charges.put({ ...charge, disputed: true });
  emit(context, 'charge.dispute.created', disputeWire(dispute));
  if (!inquiry) emit(context, 'charge.dispute.funds_withdrawn', disputeWire(dispute));
  return dispute;
}

/** The bank is not content with what it was told, and takes the money. */
export function escalateInquiry(context: Context, inquiry: Dispute): Dispute {
  const dispute = context.store.disputes.put({ ...inquiry, status: 'needs_response' });
  emit(context, 'charge.dispute.updated', disputeWire(dispute), { status: inquiry.status });
  emit(context, 'charge.dispute.funds_withdrawn', disputeWire(dispute));
  return dispute;
}

export function closeDispute(
  context: Context,
  dispute: Dispute,
  status: 'lost' | 'warning_closed' | 'won',
): Dispute {
  const closed = context.store.disputes.put({ ...dispute, status });
  if (status === 'won') emit(context, 'charge.dispute.funds_reinstated', disputeWire(closed));
  emit(context, 'charge.dispute.closed', disputeWire(closed), { status: dispute.status });
  return closed;
}

/** The dispute that keeps a charge from being refunded, if there is one. */
export function disputeOf({ store }: Context, charge: Charge): Dispute | undefined {
  const [dispute] = store.disputes.newestFirst(
    ({ charge: disputed, status }) =>
      disputed === charge.id && (status === 'needs_response' || status === 'lost'),
  );
  return dispute;
}

export function inquiryOf({ store }: Context, charge: Charge): Dispute | undefined {
  const [inquiry] = store.disputes.newestFirst(
    ({ charge: disputed, status }) => disputed === charge.id && status === 'warning_needs_response',
  );
  return inquiry;
}
