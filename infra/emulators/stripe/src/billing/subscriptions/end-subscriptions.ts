import type { Context, Hooks } from '../../kinds/context.ts';
import { changeSubscription } from '../announce.ts';
import { hasEnded, type Subscription } from '../billing-entities.ts';
import { cancelSubscription, REQUESTED } from './cancel-subscription.ts';

function running({ store }: Context, isOne: (subscription: Subscription) => boolean): Subscription[] {
  return [...store.subscriptions.values()].filter((one) => isOne(one) && !hasEnded(one));
}

/** A deleted customer's subscriptions end at once. */
export const endOfCustomer: Hooks['customerDeleted'] = (context, { id, test_clock }) => {
  const now = context.time.now(test_clock);
  for (const subscription of running(context, ({ customer }) => customer === id)) {
    cancelSubscription(context, subscription, { now, details: REQUESTED });
  }
};

export const endOnClock: Hooks['clockDeleted'] = (context, { id, frozen_time: now }) => {
  for (const subscription of running(context, ({ test_clock }) => test_clock === id)) {
    cancelSubscription(context, subscription, { now, details: REQUESTED });
  }
};

/** Makes a payment method that of all the customer's subscriptions. */
export const payWith: Hooks['methodChosen'] = (context, { customer: id, method }) => {
  for (const subscription of running(context, ({ customer }) => customer === id)) {
    changeSubscription(context, subscription, { ...subscription, default_payment_method: method });
  }
};

/** A detached payment method is nobody's default. */
export const payWithout: Hooks['methodDetached'] = (context, { id }) => {
  const { store } = context;
  const isIts = (owner: { readonly default_payment_method?: string | null }) =>
    owner.default_payment_method === id;
  for (const subscription of store.subscriptions.newestFirst(isIts)) {
    changeSubscription(context, subscription, { ...subscription, default_payment_method: null });
  }
  for (const invoice of store.invoices.newestFirst(isIts)) {
    store.invoices.put({ ...invoice, default_payment_method: null });
  }
};
