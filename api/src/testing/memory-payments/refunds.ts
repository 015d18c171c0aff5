import type { PaymentGateway } from '../../gateways/stripe/stripe-gateway.ts';
import type { MemoryPaymentsState } from './state.ts';

export function refundCalls(state: MemoryPaymentsState) {
  const { refunds, disputes } = state;
  return {
    markDuplicate: (id, kept, owesRefund) =>
      state.answer('markDuplicate', () => {
        const subscription = state.subscription(id);
        subscription.duplicateOf = kept;
        subscription.refunded = !owesRefund;
        state.emit('customer.subscription.updated', subscription);
      }),
    refundPayments: (id) =>
      state.answer('refundPayments', () => {
        if (state.rejectsRefunds) return 'rejected';
        if (state.subscription(id).status === 'unpaid') return 'nothing_paid';
        if (!refunds.includes(id)) refunds.push(id);
        return 'refunded';
      }),
    listFailedRefunds: () => state.answer('listFailedRefunds', () => []),
    wasReported: () => state.answer('wasReported', () => false),
    noteReported: () => state.answer('noteReported', () => {}),
    markRefunded: (id) =>
      state.answer('markRefunded', () => {
        state.subscription(id).refunded = true;
      }),
    findDisputed: ({ id }) => state.answer('findDisputed', () => disputes.get(id)),
    noteDispute: (_subscription, { id, stage }) =>
      state.answer('noteDispute', () => {
        const disputed = disputes.get(id);
        if (disputed !== undefined) disputes.set(id, { ...disputed, noted: stage });
      }),
  } satisfies Partial<PaymentGateway>;
}
