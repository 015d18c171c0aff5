import type Stripe from 'stripe';
import { type Customer, PLAIN_CUSTOMER } from '../state/customer-entities.ts';
import { shown } from '../state/kept.ts';
import { discountWire } from './discount-wire.ts';

const show = shown<Stripe.Customer>('customer', PLAIN_CUSTOMER);

export function customerWire(customer: Customer): Stripe.Customer | Stripe.DeletedCustomer {
  const { deleted, discount } = customer.hidden;
  if (deleted) return { id: customer.id, object: 'customer', deleted };
  return show(customer, { discount: discount && discountWire(discount) });
}
