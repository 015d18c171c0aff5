import type Stripe from 'stripe';
import type { TaxId } from './tax-entities.ts';

export function taxIdWire(taxId: TaxId): Stripe.TaxId {
  const { customer } = taxId;
  return {
    id: taxId.id,
    object: 'tax_id',
    country: taxId.country,
    created: taxId.created,
    customer,
    customer_account: null,
    livemode: false,
    owner:
      customer === null
        ? { customer_account: null, type: 'self' }
        : { customer, customer_account: null, type: 'customer' },
    type: taxId.type,
    value: taxId.value,
    verification: { status: taxId.verification, verified_address: null, verified_name: null },
  };
}
