import { findTaxIds } from '../customers/tax-id.ts';
import type { Context } from '../kinds/context.ts';
import type { Addressee, Invoice } from './billing-entities.ts';

/** The customer details for an invoice: a draft's follow the customer, a preview's may be empty. */
export function findAddressee(
  context: Context,
  { addressee, customer: id }: Pick<Invoice, 'addressee' | 'customer'>,
): Addressee {
  if (addressee !== undefined) return addressee;
  const customer = context.store.customers.get(id);
  const { address, email, name, phone, shipping } = customer ?? NOBODY;
  const tax_ids = findTaxIds(context, customer ?? {}).map(({ type, value }) => ({ type, value }));
  const { tax_exempt } = customer ?? {};
  const exemption = tax_exempt === undefined ? {} : { tax_exempt };
  return { address, email, name, phone, shipping: shipping ?? null, tax_ids, ...exemption };
}

const NOBODY = { address: null, email: null, name: null, phone: null, shipping: null };
