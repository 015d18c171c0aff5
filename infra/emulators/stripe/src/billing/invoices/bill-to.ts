import { taxIdTypeName } from '../../customers/pages/tax-id-options.ts';
import type { Context } from '../../kinds/context.ts';
import { countryName } from '../../pages/countries.ts';
import { findAddressee } from '../addressee.ts';
import type { Invoice } from '../billing-entities.ts';

export function billTo(context: Context, invoice: Invoice): readonly string[] {
  const customer = findAddressee(context, invoice);
  const { line1, line2, postal_code, city, state, country } = customer.customer_address ?? {};
  const place = [postal_code, city, state].filter(Boolean).join(' ');
  const { customer_email, customer_name } = customer;
  const lines = [customer_name, line1, line2, place, country && countryName(country), customer_email];
  const numbers = customer.customer_tax_ids.map(({ type, value }) => `${taxIdTypeName(type)} ${value}`);
  return [...lines, ...numbers].flatMap((line) => (line ? [line] : []));
}
