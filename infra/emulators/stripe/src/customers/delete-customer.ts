import { cancelSubscription, REQUESTED } from '../billing/cancel-subscription.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { type Customer, hiding } from '../state/customer-entities.ts';
import { hasEnded } from '../state/subscription-status.ts';
import { customerWire } from '../wire/customer-wire.ts';

/** The payment methods of a deleted customer remain, but cannot be used again. */
export function releaseMethods({ store }: Context, customer: Customer): void {
  for (const method of store.paymentMethods.where('customer', customer.id)) {
    store.paymentMethods.put({ ...method, customer: null, usedUp: true });
  }
}

/** Deletes a customer and cancels its subscriptions immediately. */
export function deleteCustomer(context: Context, customer: Customer): object {
  const now = context.time.now(customer.test_clock);
  for (const subscription of context.store.subscriptions.values()) {
    if (subscription.customer !== customer.id || hasEnded(subscription)) continue;
    cancelSubscription(context, subscription, { now, details: REQUESTED });
  }
  releaseMethods(context, customer);
  emit(context, 'customer.deleted', customerWire(customer));
  return customerWire(context.store.customers.put(hiding(customer, { deleted: true })));
}
