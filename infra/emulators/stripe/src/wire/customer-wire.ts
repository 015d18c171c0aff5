import type Stripe from 'stripe';
import type { Address, Customer, Shipping } from '../state/customer-entities.ts';
import { discountWire } from './discount-wire.ts';

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

interface Sent {
  readonly shipping?: Shipping | null | undefined;
}

export function shippingWire({ shipping }: Sent) {
  if (shipping === undefined || shipping === null) return null;
  const { address, name, phone } = shipping;
  return { address: addressWire(address), name, phone };
}

export function sentToWire(payment: Sent) {
  const shipping = shippingWire(payment);
  return shipping && { ...shipping, carrier: null, tracking_number: null };
}

/** Stripe omits names that were never collected. */
function namesWire({
  businessName,
  individualName,
}: Customer): Pick<Stripe.Customer, 'business_name' | 'individual_name'> {
  return {
    ...(businessName != null && { business_name: businessName }),
    ...(individualName != null && { individual_name: individualName }),
  };
}

function renderingWire({
  invoiceRendering: given,
}: Customer): Stripe.Customer.InvoiceSettings['rendering_options'] {
  return given == null ? null : { amount_tax_display: given.amountTaxDisplay ?? null, template: null };
}

function liveCustomerWire(customer: Customer): Stripe.Customer {
  return {
    id: customer.id,
    object: 'customer',
    address: addressWire(customer.address),
    balance: customer.balance,
    ...namesWire(customer),
    created: customer.created,
    currency: customer.currency,
    customer_account: null,
    default_source: customer.defaultSource ?? null,
    delinquent: customer.delinquent ?? false,
    description: customer.description,
    discount: customer.discount == null ? null : discountWire(customer.discount),
    email: customer.email,
    invoice_prefix: customer.invoicePrefix,
    invoice_settings: {
      custom_fields: customer.invoiceFields?.length ? [...customer.invoiceFields] : null,
      default_payment_method: customer.defaultPaymentMethod,
      footer: customer.invoiceFooter ?? null,
      rendering_options: renderingWire(customer),
    },
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    next_invoice_sequence: customer.nextInvoiceSequence,
    phone: customer.phone,
    preferred_locales: [...(customer.preferredLocales ?? [])],
    shipping: shippingWire(customer),
    tax_exempt: customer.taxExempt ?? 'none',
    test_clock: customer.testClock,
  };
}
