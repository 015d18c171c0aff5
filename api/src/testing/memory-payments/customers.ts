import type { PaymentGateway } from '../../gateways/stripe/stripe-gateway.ts';
import type { MemoryPaymentsState } from './state.ts';

export function customerCalls(state: MemoryPaymentsState) {
  const { customers, deletedCustomers } = state;
  const keys = new Map<string, string>();
  return {
    settleCustomer: (customer) => state.answer('settleCustomer', () => settleCustomer(state, customer)),
    deleteCustomer: (customer) =>
      state.answer('deleteCustomer', () => {
        if (isPaying(state, customer)) return;
        settleCustomer(state, customer);
        deletedCustomers.add(customer);
      }),
    exportCustomer: (customer) =>
      state.answer('exportCustomer', () => (deletedCustomers.has(customer) ? undefined : { id: customer })),
    findCustomers: ({ uid, email }) =>
      state.answer('findCustomers', () =>
        customers
          .filter((one) => one.uid === uid && one.email === email && !deletedCustomers.has(one.id))
          .map((one) => one.id),
      ),
    canSearchCustomers: async () => true,
    searchCustomers: (uid) =>
      state.answer('searchCustomers', () =>
        customers.filter((one) => one.uid === uid && !deletedCustomers.has(one.id)).map((one) => one.id),
      ),
    // Replays the response for a known key, even if the customer was deleted.
    createCustomer: ({ uid, email, key }) =>
      state.answer('createCustomer', () => {
        const isNew = !keys.has(key);
        const customer = keys.get(key) ?? state.newId('cus');
        if (isNew) customers.push({ id: customer, uid, email });
        keys.set(key, customer);
        return { id: customer, isNew };
      }),
    changeCustomerEmail: (customer, _uid, email) =>
      state.answer('changeCustomerEmail', () => {
        state.customer(customer).email = email;
      }),
  } satisfies Partial<PaymentGateway>;
}

const isPaying = ({ sessions }: MemoryPaymentsState, customer: string): boolean =>
  sessions.some(({ customerId, status }) => customerId === customer && status === 'open');

function settleCustomer(state: MemoryPaymentsState, customer: string) {
  for (const one of state.subscriptions) {
    if (one.customerId !== customer || one.status === 'canceled') continue;
    one.status = 'canceled';
    state.emit('customer.subscription.deleted', one);
  }
  return { credit: undefined, otherSubscriptions: [] };
}
