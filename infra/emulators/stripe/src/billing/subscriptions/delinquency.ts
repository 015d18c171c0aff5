import { changeCustomer } from '../../customers/customer.ts';
import type { Context } from '../../kinds/context.ts';
import type { Invoice } from '../billing-entities.ts';
import { changeStatus } from './announce-update.ts';

/** An invoice that is not paid in time makes its subscription past due and its customer delinquent. */
export function makeOverdue(context: Context, { customer, subscription }: Invoice): void {
  makePastDue(context, subscription);
  setDelinquent(context, customer, true);
}

/** An active subscription becomes past due. */
export function makePastDue(context: Context, id: string | null | undefined): void {
  changeStatus(context, id, 'active', 'past_due');
}

/** The latest change of any of the customer's invoices decides: a failed automatic payment or a missed due date. */
export function setDelinquent(context: Context, id: string, delinquent: boolean): void {
  const before = context.store.customers.get(id);
  if (before === undefined || before.hidden.deleted || before.delinquent === delinquent) return;
  changeCustomer(context, before, { ...before, delinquent });
}
