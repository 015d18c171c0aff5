import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { type Customer, PLAIN_CUSTOMER } from '../state/customer-entities.ts';
import { newId, randomText } from '../state/identifiers.ts';
import { customerWire } from '../wire/customer-wire.ts';

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
