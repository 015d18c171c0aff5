import { type Context, tell } from '../kinds/context.ts';
import { emit } from '../kinds/objects.ts';
import { type Customer, customerWire, hiding } from './customer.ts';

/** The payment methods of a deleted customer remain, but cannot be used again. */
function releaseMethods({ store }: Context, customer: Customer): void {
  for (const method of store.paymentMethods.where('customer', customer.id)) {
    store.paymentMethods.put({ ...method, customer: null, usedUp: true });
  }
}

/** Deletes a customer and cancels its subscriptions immediately. */
export function deleteCustomer(context: Context, customer: Customer): object {
  tell(context, 'customerDeleted', customer);
  releaseMethods(context, customer);
  emit(context, 'customer.deleted', customerWire(customer));
  return customerWire(context.store.customers.put(hiding(customer, { deleted: true })));
}

/** The customers on a test clock are deleted with it, without a word. */
export function deleteOnClock(context: Context, clock: { readonly id: string }): void {
  for (const customer of context.store.customers.values()) {
    if (customer.test_clock !== clock.id) continue;
    releaseMethods(context, customer);
    context.store.customers.put(hiding(customer, { deleted: true }));
  }
}
