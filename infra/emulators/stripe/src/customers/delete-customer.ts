import { cancelSubscription, REQUESTED } from '../billing/subscriptions/cancel-subscription.ts';
import { hasEnded } from '../billing/subscriptions/subscription-status.ts';
import type { Context } from '../kinds/context.ts';
import { emit } from '../kinds/events/emit.ts';
import { customerWire } from './customer.ts';
import { type Customer, hiding } from './customer-entities.ts';

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
