import type { Context } from '../context.ts';
import type { Addressee } from '../state/billing-entities.ts';
import { requireFound } from './require.ts';

/** Whom an invoice of the customer would be made out to now; nobody where a preview has no customer. */
export function addresseeOf({ store }: Context, customer: string): Addressee {
  const { address, email, name, phone, shipping, taxIds = [] } = store.customers.get(customer) ?? NOBODY;
  const numbers = taxIds.map((id) => requireFound(store.taxIds.get(id), `tax id ${id}`));
  return {
    address,
    email,
    name,
    phone,
    shipping: shipping ?? null,
    taxIds: numbers.map(({ type, value }) => ({ type, value })),
  };
}

const NOBODY = { address: null, email: null, name: null, phone: null, shipping: null, taxIds: [] };
