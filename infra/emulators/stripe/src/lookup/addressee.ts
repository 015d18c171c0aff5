import type { Context } from '../context.ts';
import type { Addressee, Invoice } from '../state/billing-entities.ts';
import { taxIdsOf } from './tax-ids.ts';

/** Whom an invoice is made out to: of a draft the customer as they are now, nobody where a preview has none. */
export function addresseeOf(
  context: Context,
  { addressee, customer: id }: Pick<Invoice, 'addressee' | 'customer'>,
): Addressee {
  if (addressee !== undefined) return addressee;
  const customer = context.store.customers.get(id);
  const { address, email, name, phone, shipping } = customer ?? NOBODY;
  const taxIds = taxIdsOf(context, customer ?? {}).map(({ type, value }) => ({ type, value }));
  return { address, email, name, phone, shipping: shipping ?? null, taxIds };
}

const NOBODY = { address: null, email: null, name: null, phone: null, shipping: null };
