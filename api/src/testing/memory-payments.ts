import type { PlanName } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import type { Subscription } from '../gateways/payments.ts';
import type { PaymentGateway } from '../gateways/stripe/stripe-gateway.ts';
import { customerCalls } from './memory-payments/customers.ts';
import { sessionCalls } from './memory-payments/sessions.ts';
import { MemoryPaymentsState } from './memory-payments/state.ts';
import { subscriptionCalls } from './memory-payments/subscriptions.ts';

export type MemoryPayments = PaymentGateway & MemoryPaymentsState & ReturnType<typeof outsideActions>;

/** An in-memory payment gateway, without the calls that no test of a single module makes. */
export function createMemoryPayments(): MemoryPayments {
  const state = new MemoryPaymentsState();
  const gateway: Partial<PaymentGateway> = {
    ...customerCalls(state),
    ...sessionCalls(state),
    ...subscriptionCalls(state),
    account: async () => state.accountName,
    listEvents: (types, since) =>
      state.answer('listEvents', () =>
        state.events.filter(({ type, created }) => types.includes(type) && created >= since),
      ),
    ping: () => state.answer('ping', () => {}),
  };
  return Object.assign(state, gateway as PaymentGateway, outsideActions(state));
}

/** What a customer or the provider does outside the API. */
function outsideActions(state: MemoryPaymentsState) {
  /** Adds a subscription that was not bought through a session. */
  const subscribe = (customerId: string, plan: PlanName, status: Subscription['status'] = 'active') => {
    const subscription: Subscription = {
      id: state.newId('sub'),
      uid: state.customers.find((one) => one.id === customerId)?.uid ?? 'u',
      customerId,
      status,
      plan,
      soldHere: true,
      isUnclaimed: false,
      pauseMark: undefined,
      pausedHere: false,
      created: state.nextSecond(),
      attempt: undefined,
      endsAt: undefined,
      duplicateOf: undefined,
      refunded: false,
    };
    state.subscriptions.push(subscription);
    state.emit('customer.subscription.created', subscription);
    return subscription.id;
  };
  /** Pays an open session, as on the hosted page; returns the subscription id. */
  const pay = (sessionId: string): string => {
    const session = state.session(sessionId);
    if (session.status !== 'open' || session.customerId === undefined) throw new Error('not open');
    session.status = 'complete';
    session.paid = true;
    session.url = undefined;
    const subscriptionId = subscribe(session.customerId, state.plans.get(sessionId) ?? FIRST.name);
    state.subscription(subscriptionId).attempt = session.attempt;
    session.subscriptionId = subscriptionId;
    return subscriptionId;
  };
  return { pay, subscribe };
}
