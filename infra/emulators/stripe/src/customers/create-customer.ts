import type { Context } from '../kinds/context.ts';
import { emit } from '../kinds/events/emit.ts';
import { newId, randomText } from '../kinds/lookup.ts';
import { type Customer, customerWire, PLAIN_CUSTOMER } from './customer.ts';
export type CustomerFields = Partial<Omit<Customer, 'created' | 'hidden'>>;

export function createCustomer(context: Context, given: CustomerFields): Customer {
  const customer = context.store.customers.put({
    ...{ ...PLAIN_CUSTOMER, id: newId('cus', 14), invoice_prefix: randomText(8).toUpperCase() },
    ...given,
    created: context.time.now(given.test_clock ?? null),
  });
  emit(context, 'customer.created', customerWire(customer));
  return customer;
}
