import { taxIdTypeName } from '../customers/pages/tax-id-options.ts';
import { findTaxIds } from '../customers/tax-id.ts';
import type { Context } from '../kinds/context.ts';
import { countryName } from '../pages/countries.ts';
import type { Addressee, Invoice } from './billing-entities.ts';

/** The customer details for an invoice: a draft's follow the customer, a preview's may be empty. */
export function findAddressee(
  context: Context,
  { addressee, customer: id }: Pick<Invoice, 'addressee' | 'customer'>,
): Addressee {
  if (addressee !== undefined) return addressee;
  const customer = context.store.customers.get(id);
  return {
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: customer?.shipping ?? null,
    customer_tax_exempt: customer?.tax_exempt ?? 'none',
    customer_tax_ids: findTaxIds(context, customer ?? {}).map(({ type, value }) => ({ type, value })),
  };
}

export function billTo(context: Context, invoice: Invoice): readonly string[] {
  const customer = findAddressee(context, invoice);
  const { line1, line2, postal_code, city, state, country } = customer.customer_address ?? {};
  const place = [postal_code, city, state].filter(Boolean).join(' ');
  const { customer_email, customer_name } = customer;
  const lines = [customer_name, line1, line2, place, country && countryName(country), customer_email];
  const numbers = customer.customer_tax_ids.map(({ type, value }) => `${taxIdTypeName(type)} ${value}`);
  return [...lines, ...numbers].flatMap((line) => (line ? [line] : []));
}
