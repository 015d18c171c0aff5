import type Stripe from 'stripe';
import { type Context, requireFound } from '../kinds/context.ts';
import { emit } from '../kinds/events/emit.ts';
import { type Entity, shown, unset } from '../kinds/store/kind-type.ts';
import { type Customer, hiding } from './customer.ts';

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

export function findTaxIds({ store }: Context, { hidden }: Partial<Pick<Customer, 'hidden'>>): TaxId[] {
  return (hidden?.tax_ids ?? []).map((id) => requireFound(store.taxIds.get(id), `tax id ${id}`));
}

/** Removes a customer's tax id, which is announced, or one of the account. */
export function removeTaxId(context: Context, tax_id: TaxId): void {
  const { store } = context;
  store.taxIds.delete(tax_id.id);
  if (tax_id.customer === null) return;
  const customer = requireFound(store.customers.get(tax_id.customer), 'customer of the tax id');
  store.customers.put(
    hiding(customer, { tax_ids: customer.hidden.tax_ids.filter((id) => id !== tax_id.id) }),
  );
  emit(context, 'customer.tax_id.deleted', taxIdWire(tax_id));
}
