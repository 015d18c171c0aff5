import type Stripe from 'stripe';
import type { Entity } from '../kinds/store/entity.ts';

export type TaxIdVerification = 'pending' | 'unavailable' | 'unverified' | 'verified';

export interface GivenTaxId {
  readonly type: string;
  readonly value: string;
}

export interface TaxId extends Entity, GivenTaxId {
  /** Null for one of the account itself. */
  readonly customer: string | null;
  readonly country: string | null;
  readonly verification: TaxIdVerification;
}

export function taxIdWire(tax_id: TaxId): Stripe.TaxId {
  const { customer } = tax_id;
  return {
    id: tax_id.id,
    object: 'tax_id',
    country: tax_id.country,
    created: tax_id.created,
    customer,
    customer_account: null,
    livemode: false,
    owner:
      customer === null
        ? { customer_account: null, type: 'self' }
        : { customer, customer_account: null, type: 'customer' },
    type: tax_id.type,
    value: tax_id.value,
    verification: { status: tax_id.verification, verified_address: null, verified_name: null },
  };
}
