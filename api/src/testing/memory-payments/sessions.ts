import type { PaymentGateway } from '../../gateways/stripe/stripe-gateway.ts';
import type { MemoryPaymentsState } from './state.ts';

type NewSession = Parameters<PaymentGateway['createCheckoutSession']>[0];

export function sessionCalls(state: MemoryPaymentsState) {
  const { sessions, deletedCustomers } = state;
  return {
    createCheckoutSession: (session) =>
      state.answer('createCheckoutSession', () => createSession(state, session)),
    checkoutHosts: () =>
      state.answer('checkoutHosts', () =>
        sessions.flatMap(({ url }) => (url ? [new URL(url).hostname] : [])),
      ),
    retrieveCheckoutSession: (id) =>
      state.answer('retrieveCheckoutSession', () => {
        const session = sessions.find((one) => one.id === id);
        if (session === undefined) return undefined;
        const subscriptions = state
          .findSubscriptions(session.customerId)
          .filter(({ status }) => status !== 'canceled');
        return { session, subscriptions };
      }),
    listCheckoutSessions: (customer) =>
      state.answer('listCheckoutSessions', () =>
        sessions.filter(({ customerId }) => customerId === customer).map((one) => ({ ...one })),
      ),
    expireCheckoutSession: (id) =>
      state.answer('expireCheckoutSession', () => {
        const session = state.session(id);
        if (session.status !== 'open') return 'not_open';
        session.status = 'expired';
        return 'expired';
      }),
    findPrice: async (plan) => `price_${plan}`,
    findCurrentPrice: async (plan) => `price_${plan}`,
    createPlanChange: ({ subscriptionId, price }) =>
      state.answer('createPlanChange', () =>
        state.subscription(subscriptionId).status === 'canceled'
          ? 'rejected'
          : `http://localhost:8080/emulated/stripe/p/session/${price}`,
      ),
    createPortalSession: (customer, _uid, returnUrl) =>
      state.answer('createPortalSession', () =>
        deletedCustomers.has(customer)
          ? 'customer_missing'
          : `http://localhost:8080/emulated/stripe/p/session/${customer}?return_url=${returnUrl}`,
      ),
  } satisfies Partial<PaymentGateway>;
}

function createSession(state: MemoryPaymentsState, { uid, customerId, plan, price, attempt }: NewSession) {
  if (state.deletedCustomers.has(customerId)) return 'customer_missing';
  const id = state.newId('cs');
  const url = `http://localhost:8080/emulated/stripe/c/pay/${id}`;
  state.plans.set(id, plan);
  state.sessions.push({
    id,
    uid,
    customerId,
    status: 'open',
    paid: false,
    secondsLeft: 24 * 3600,
    url,
    price,
    attempt,
    subscriptionId: undefined,
  });
  return { id, url };
}
