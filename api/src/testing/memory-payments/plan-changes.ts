import { PLAN_CURRENCY } from '@outharbor/contract/plans';
import type { PaymentGateway } from '../../gateways/stripe/stripe-gateway.ts';
import type { MemoryPaymentsState } from './state.ts';

export function planChangeCalls(state: MemoryPaymentsState) {
  return {
    describePlan: (id) =>
      state.answer('describePlan', () => {
        const found = state.subscriptions.find((one) => one.id === id);
        return found && { subscription: found, plan: { planType: found.plan, since: found.created } };
      }),
    createPlanChange: ({ subscriptionId, price }) =>
      state.answer('createPlanChange', () =>
        state.subscription(subscriptionId).status === 'canceled'
          ? 'rejected'
          : `http://localhost:8080/emulated/stripe/p/session/${price}`,
      ),
    quotePlanChange: ({ agreedAt: at = state.now }) =>
      state.answer('quotePlanChange', () => ({ at, amount: 0, currency: PLAN_CURRENCY })),
    changePlanItem: () => state.answer('changePlanItem', () => 'changed'),
  } satisfies Partial<PaymentGateway>;
}
