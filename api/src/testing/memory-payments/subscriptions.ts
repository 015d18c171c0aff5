import type { PaymentGateway } from '../../gateways/stripe/stripe-gateway.ts';
import type { MemoryPaymentsState } from './state.ts';

export function subscriptionCalls(state: MemoryPaymentsState) {
  const { subscriptions, refunds } = state;
  return {
    listSubscriptions: (customer) =>
      state.answer('listSubscriptions', () => state.findSubscriptions(customer)),
    retrieveSubscription: (id) =>
      state.answer('retrieveSubscription', () => subscriptions.find((one) => one.id === id)),
    listAllSubscriptions: () =>
      state.answer('listAllSubscriptions', () => ({
        ours: subscriptions.filter(({ status }) => status !== 'canceled'),
        unowned: [],
      })),
    claimSubscription: (id) =>
      state.answer('claimSubscription', () => {
        state.subscription(id).isUnclaimed = false;
      }),
    cancelSubscription: (id) =>
      state.answer('cancelSubscription', () => {
        const subscription = state.subscription(id);
        subscription.status = 'canceled';
        state.emit('customer.subscription.deleted', subscription);
      }),
    keepSubscription: (id) =>
      state.answer('keepSubscription', () => {
        const subscription = state.subscription(id);
        if (subscription.status === 'canceled') return 'ended';
        subscription.endsAt = undefined;
        return 'kept';
      }),
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
    markRefunded: (id) =>
      state.answer('markRefunded', () => {
        state.subscription(id).refunded = true;
      }),
    findDisputed: ({ id }) => state.answer('findDisputed', () => state.disputes.get(id)),
  } satisfies Partial<PaymentGateway>;
}
