import { changeCustomer } from '../announced.ts';
import { countRedemption } from '../billing/redeem-coupon.ts';
import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Invoice, Subscription } from '../state/billing-entities.ts';
import type { Customer } from '../state/customer-entities.ts';
import type { Discount } from '../state/discount-entities.ts';
import { newId } from '../state/identifiers.ts';
import { addMonths } from '../time/calendar.ts';
import { discountWire } from '../wire/discount-wire.ts';
import { findCoupon } from './redeemable.ts';
import { activeDiscounts } from './subscription-discounts.ts';

function isActive({ end, spentOn }: Discount, now: number): boolean {
  return spentOn === null && (end === null || end > now);
}

/** The discount on all invoices of a customer, if it still applies. */
export function customerDiscount(
  context: Context,
  { customer, currency }: Pick<Invoice, 'currency' | 'customer'>,
  now: number,
): Discount | undefined {
  const { customers, discounts } = context.store;
  const current = discounts.get(customers.get(customer)?.discount?.id ?? '');
  if (current === undefined || !isActive(current, now)) return undefined;
  const coupon = findCoupon(context, current.coupon);
  return coupon.currency === null || coupon.currency === currency ? current : undefined;
}

/** The discounts on a subscription's invoices: its own, or else its customer's. */
export function effectiveDiscounts(context: Context, subscription: Subscription, now: number): Discount[] {
  const own = activeDiscounts(context, subscription, now);
  if (own.length > 0 || subscription.discounts.length > 0) return own;
  const general = customerDiscount(context, subscription, now);
  return general === undefined ? [] : [general];
}

/** Gives a customer the discount of a coupon or promotion code, in place of any other. */
export function giveDiscount(
  context: Context,
  customer: Customer,
  source: Pick<Discount, 'coupon' | 'promotionCode'>,
): Customer {
  const { discount: former } = customer;
  const { duration, durationInMonths } = findCoupon(context, source.coupon);
  const start = context.time.now(customer.testClock);
  countRedemption(context, source);
  const discount = context.store.discounts.put({
    ...source,
    id: newId('di'),
    customer: customer.id,
    subscription: null,
    checkoutSession: null,
    start,
    spentOn: null,
    end: duration === 'repeating' ? addMonths(start, durationInMonths ?? 1) : null,
  });
  const wire = discountWire(discount);
  if (former == null) emit(context, 'customer.discount.created', wire);
  else emit(context, 'customer.discount.updated', wire, changedAttributes(discountWire(former), wire));
  return context.store.customers.put({ ...customer, discount });
}

/** Ends the customer's discount, if there is one. */
export function takeDiscount(context: Context, customer: Customer): Customer {
  const { discount } = customer;
  if (discount == null) return customer;
  emit(context, 'customer.discount.deleted', discountWire(discount));
  return context.store.customers.put({ ...customer, discount: null });
}

/** Removes from its customer a discount that an invoice has used up. */
export function forgetUsed(context: Context, { customer, id }: Discount): void {
  const before = context.store.customers.get(customer);
  if (before?.discount?.id !== id) return;
  changeCustomer(context, before, { ...before, discount: null });
}
