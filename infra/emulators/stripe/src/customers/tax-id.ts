import type Stripe from 'stripe';
import { unset } from '../description/unset.ts';
import type { Entity } from '../kinds/store/entity.ts';
import { shown } from '../kinds/store/kind-type.ts';

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

const show = shown<Stripe.TaxId>('tax_id', unset('tax_id'));

export function taxIdWire(tax_id: TaxId): Stripe.TaxId {
  const { customer, verification: status } = tax_id;
  const owner =
    customer === null
      ? { customer_account: null, type: 'self' }
      : { customer, customer_account: null, type: 'customer' };
  return show(tax_id, { owner, verification: { status, verified_address: null, verified_name: null } });
}
