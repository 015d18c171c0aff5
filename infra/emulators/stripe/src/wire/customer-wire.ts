import type Stripe from 'stripe';
import type { Address, Customer } from '../state/customer-entities.ts';

export function addressWire(address: Address): Stripe.Address;
export function addressWire(address: Address | null): Stripe.Address | null;
export function addressWire(address: Address | null): Stripe.Address | null {
  if (address === null) return null;
  const { city, country, line1, line2, postalCode, state } = address;
  return { city, country, line1, line2, postal_code: postalCode, state };
}

export function customerWire(customer: Customer): Stripe.Customer | Stripe.DeletedCustomer {
  if (customer.deleted) return { id: customer.id, object: 'customer', deleted: true };
  return liveCustomerWire(customer);
}

export function shippingWire({ shipping }: Pick<Customer, 'shipping'>): Stripe.Customer['shipping'] {
  if (shipping === undefined || shipping === null) return null;
  const { address, name, phone } = shipping;
  return { address: addressWire(address), name, phone };
}

function liveCustomerWire(customer: Customer): Stripe.Customer {
  return {
    id: customer.id,
    object: 'customer',
    address: addressWire(customer.address),
    balance: customer.balance,
    created: customer.created,
    currency: customer.currency,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: customer.description,
    discount: null,
    email: customer.email,
    invoice_prefix: customer.invoicePrefix,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: customer.defaultPaymentMethod,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    next_invoice_sequence: customer.nextInvoiceSequence,
    phone: customer.phone,
    preferred_locales: [...(customer.preferredLocales ?? [])],
    shipping: shippingWire(customer),
    tax_exempt: 'none',
    test_clock: customer.testClock,
  };
}
