import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Customer } from '../state/customer-entities.ts';
import { customerWire } from '../wire/customer-wire.ts';

export type CustomerDetails = Pick<Customer, 'address' | 'email' | 'name' | 'phone'>;

export function updateDetails(
  context: Context,
  before: Customer,
  details: Partial<CustomerDetails>,
): Customer {
  const after = context.store.customers.put({ ...before, ...details });
  const previous = changedAttributes(customerWire(before), customerWire(after));
  if (Object.keys(previous).length > 0) emit(context, 'customer.updated', customerWire(after), previous);
  return after;
}
