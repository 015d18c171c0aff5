import { findCoupon } from '../catalogue/coupon.ts';
import { activeDiscounts } from '../catalogue/coupon-discounts.ts';
import { type Discount, discountWire, newDiscount } from '../catalogue/discount.ts';
import type { Context } from '../kinds/context.ts';
import { emit, emitChange } from '../kinds/objects.ts';
import { type Customer, changeCustomer, hiding } from './customer.ts';

interface Billed {
  readonly currency: string;
  readonly customer: string;
}

/** The discount on all invoices of a customer, if it still applies; there is one at most. */
export function customerDiscounts(context: Context, { customer, currency }: Billed, now: number): Discount[] {
  const { discount } = context.store.customers.get(customer)?.hidden ?? {};
  const current = activeDiscounts(context, { discounts: discount == null ? [] : [discount.id] }, now);
  return current.filter(({ coupon }) => {
    const { currency: only } = findCoupon(context, coupon);
    return only === null || only === currency;
  });
}

/** The discounts on a subscription's invoices: its own, or else its customer's. */
export function effectiveDiscounts(
  context: Context,
  subscription: Billed & { readonly discounts: readonly string[] },
  now: number,
): Discount[] {
  const own = activeDiscounts(context, subscription, now);
  if (own.length > 0 || subscription.discounts.length > 0) return own;
  return customerDiscounts(context, subscription, now);
}

/** Gives a customer the discount of a coupon or promotion code, in place of any other. */
export function giveDiscount(
  context: Context,
  customer: Customer,
  source: Pick<Discount, 'coupon' | 'promotion_code'>,
): Customer {
  const { discount: former } = customer.hidden;
  const discount = newDiscount(context, {
    ...source,
    customer: customer.id,
    subscription: null,
    checkout_session: null,
    start: context.time.now(customer.test_clock),
  });
  const wire = discountWire(discount);
  if (former == null) emit(context, 'customer.discount.created', wire);
  else emitChange(context, 'customer.discount.updated', discountWire(former), wire);
  return context.store.customers.put(hiding(customer, { discount }));
}

/** Ends the customer's discount, if there is one. */
export function takeDiscount(context: Context, customer: Customer): Customer {
  const { discount } = customer.hidden;
  if (discount == null) return customer;
  emit(context, 'customer.discount.deleted', discountWire(discount));
  return context.store.customers.put(hiding(customer, { discount: null }));
}

/** Removes from its customer a discount that an invoice has used up. */
export function forgetUsed(context: Context, { customer, id }: Discount): void {
  const before = context.store.customers.get(customer);
  if (before?.hidden.discount?.id !== id) return;
  changeCustomer(context, before, hiding(before, { discount: null }));
}
