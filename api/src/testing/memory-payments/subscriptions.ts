import type { PaymentGateway } from '../../gateways/stripe/stripe-gateway.ts';
import type { MemoryPaymentsState } from './state.ts';

export function subscriptionCalls(state: MemoryPaymentsState) {
  const { subscriptions } = state;
  return {
    listSubscriptions: (customer) =>
      state.answer('listSubscriptions', () => state.findSubscriptions(customer)),
    retrieveSubscription: (id) =>
      state.answer('retrieveSubscription', () => subscriptions.find((one) => one.id === id)),
    listSoldByOthers: async () => [],
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
    endAtPeriodEnd: (id) =>
      state.answer('endAtPeriodEnd', () => {
        const subscription = state.subscription(id);
        if (subscription.status === 'canceled') return 'ended';
        subscription.endsAt = state.now + 30 * 24 * 3600;
        return 'ending';
      }),
    keepSubscription: (id) =>
      state.answer('keepSubscription', () => {
        const subscription = state.subscription(id);
        if (subscription.status === 'canceled') return 'ended';
        subscription.endsAt = undefined;
        return 'kept';
      }),
  } satisfies Partial<PaymentGateway>;
}

export function pauseCalls(state: MemoryPaymentsState) {
  return {
    pauseCollection: (id) =>
      state.answer('pauseCollection', () => {
        Object.assign(state.subscription(id), { status: 'paused', pausedHere: true, pauseMark: 'ours' });
        return 'paused';
      }),
    resumeCollection: (id) =>
      state.answer('resumeCollection', () => {
        const paused = state.subscriptions.find((one) => one.id === id && one.pausedHere);
        if (paused === undefined) return 'unchanged';
        Object.assign(paused, { status: 'active', pausedHere: false, pauseMark: undefined });
        return 'resumed';
      }),
  } satisfies Partial<PaymentGateway>;
}
