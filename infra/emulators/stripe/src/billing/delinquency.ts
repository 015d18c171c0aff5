import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { customerWire } from '../wire/customer-wire.ts';

/** The latest change of any of the customer's invoices decides: a failed automatic payment or a missed due date. */
export function setDelinquent(context: Context, id: string, delinquent: boolean): void {
  const { customers } = context.store;
  const before = customers.get(id);
  if (before === undefined || before.deleted || (before.delinquent ?? false) === delinquent) return;
  const wire = customerWire(customers.put({ ...before, delinquent }));
  emit(context, 'customer.updated', wire, { delinquent: !delinquent });
}
