import type { Context } from '../context.ts';
import { findAddressee } from '../lookup/addressee.ts';
import type { Invoice } from '../state/billing-entities.ts';
import { countryName } from './countries.ts';
import { taxIdTypeName } from './tax-id-types.ts';

export function billTo(context: Context, invoice: Invoice): readonly string[] {
  const { name, email, address, taxIds } = findAddressee(context, invoice);
  const { line1, line2, postal_code: postalCode, city, state, country } = address ?? {};
  const place = [postalCode, city, state].filter(Boolean).join(' ');
  const lines = [name, line1, line2, place, country && countryName(country), email];
  const numbers = taxIds.map(({ type, value }) => `${taxIdTypeName(type)} ${value}`);
  return [...lines, ...numbers].flatMap((line) => (line ? [line] : []));
}
