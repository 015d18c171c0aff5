import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { Customer } from '../state/customer-entities.ts';
import { newId, randomText } from '../state/identifiers.ts';
import { customerWire } from '../wire/customer-wire.ts';

type NewCustomer = Partial<Omit<Customer, 'created' | 'deleted'>>;

export function createCustomer(context: Context, given: NewCustomer): Customer {
  const customer = context.store.customers.put({
    email: null,
    name: null,
    phone: null,
    description: null,
    address: null,
    defaultPaymentMethod: null,
    currency: null,
    invoicePrefix: randomText(8).toUpperCase(),
    nextInvoiceSequence: 1,
    balance: 0,
    testClock: null,
    metadata: {},
    id: newId('cus', 14),
    ...given,
    created: context.time.now(given.testClock ?? null),
    deleted: false,
  });
  emit(context, 'customer.created', customerWire(customer));
  return customer;
}
