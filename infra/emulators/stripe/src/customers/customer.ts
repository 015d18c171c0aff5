import type Stripe from 'stripe';
import { discountWire } from '../catalogue/discount.ts';
import { shown } from '../kinds/store/kind-type.ts';
import { type Customer, PLAIN_CUSTOMER } from './customer-entities.ts';

const show = shown<Stripe.Customer>('customer', PLAIN_CUSTOMER);

export function customerWire(customer: Customer): Stripe.Customer | Stripe.DeletedCustomer {
  const { deleted, discount } = customer.hidden;
  if (deleted) return { id: customer.id, object: 'customer', deleted };
  return show(customer, { discount: discount && discountWire(discount) });
}
