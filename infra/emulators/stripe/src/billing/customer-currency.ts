import { findCoupon } from '../catalogue/coupon.ts';
import { type Customer, changeCustomer, hiding } from '../customers/customer.ts';
import { type ApiError, rejected } from '../description/api-error.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { hasEnded } from './billing-entities.ts';
import { isRunning } from './subscriptions/subscription-schedule.ts';

/** A customer subscribes in one currency, and in another one when nothing in it is left. */
export function rejectOtherCurrency(
  context: Context,
  customer: Customer,
  currency: string,
  param: string,
): void {
  const { currency: own } = customer;
  if (own !== null && own !== currency && isBilledIn(context, customer, own)) throw otherCurrency(own, param);
}

export const otherCurrency = (own: string, param: string): ApiError =>
  rejected(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, invoice item or active subscription mode checkout session with currency ${own}.`,
    { param },
  );

function isBilledIn(
  context: Context,
  { hidden: { discount, pending }, id }: Customer,
  currency: string,
): boolean {
  const { invoiceItems, schedules, subscriptions } = context.store;
  const [subscription] = subscriptions.where(
    'customer',
    id,
    (one) => one.currency === currency && !hasEnded(one),
  );
  const [schedule] = schedules.newestFirst(
    (one) => one.customer === id && isRunning(one) && one.phases.some((phase) => phase.currency === currency),
  );
  const coupon = discount == null ? null : findCoupon(context, discount.coupon).currency;
  const isPending = pending.some((item) => invoiceItems.get(item)?.currency === currency);
  return subscription !== undefined || schedule !== undefined || coupon === currency || isPending;
}

/** A new subscription decides the currency of its customer, who keeps the balance in the former one. */
export function adoptCurrency(context: Context, id: string, currency: string): void {
  const before = requireFound(context.store.customers.get(id), `customer ${id}`);
  if (before.currency === null || before.currency === currency) return;
  const { [currency]: balance = 0, ...others } = before.hidden.balances;
  const balances = { ...others, [before.currency]: before.balance };
  changeCustomer(context, before, { ...hiding(before, { balances }), balance, currency });
}
