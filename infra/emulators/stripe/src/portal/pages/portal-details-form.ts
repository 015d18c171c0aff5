import type { Customer } from '../../customers/customer.ts';
import { ADDRESS_PARTS, type AddressPart, addressFrom } from '../../pages/address-parts.ts';
import type { Field } from '../../pages/field.ts';
import type { CustomerField } from '../portal-entities.ts';

export type DetailField = AddressPart | 'email' | 'name' | 'phone';
export type DetailErrors = Readonly<Partial<Record<DetailField, string>>>;

type DetailInput = Field & { readonly name: DetailField; readonly kind: CustomerField };

/** Form fields with the permission each requires. */
export const DETAIL_FIELDS: readonly DetailInput[] = [
  { kind: 'email', name: 'email', label: 'Email', type: 'email', autocomplete: 'email' },
  { kind: 'name', name: 'name', label: 'Name', autocomplete: 'name' },
  { kind: 'phone', name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel', optional: true },
  ...[
    ...ADDRESS_PARTS,
    { name: 'country', label: 'Country code', autocomplete: 'country', maxLength: 2 } as const,
  ].map((each) => ({ ...each, kind: 'address' as const, optional: true })),
];

type CustomerDetails = Pick<Customer, 'address' | 'email' | 'name' | 'phone'>;

export type DetailsReading =
  | { readonly valid: true; readonly details: Partial<CustomerDetails> }
  | { readonly valid: false; readonly errors: DetailErrors; readonly values: Record<string, string> };

/** Reads the form, ignoring fields the configuration does not allow. */
export function readDetails(body: string, allowed: readonly CustomerField[]): DetailsReading {
  const form = new URLSearchParams(body);
  const fields = DETAIL_FIELDS.filter(({ kind }) => allowed.includes(kind));
  const values = Object.fromEntries(fields.map(({ name }) => [name, (form.get(name) ?? '').trim()]));
  const errors = findProblems(values);
  if (Object.keys(errors).length > 0) return { valid: false, errors, values };
  const given = (name: DetailField) => values[name] || null;
  return {
    valid: true,
    details: {
      ...(allowed.includes('email') ? { email: given('email') } : {}),
      ...(allowed.includes('name') ? { name: given('name') } : {}),
      ...(allowed.includes('phone') ? { phone: given('phone') } : {}),
      ...(allowed.includes('address') ? { address: readAddress(given) } : {}),
    },
  };
}

function findProblems({ email, country }: Readonly<Record<string, string>>): DetailErrors {
  return {
    ...(email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
      ? { email: 'Enter a valid email address.' }
      : {}),
    ...(country && !/^[A-Za-z]{2}$/.test(country)
      ? { country: 'Enter the two letters of the country, such as US.' }
      : {}),
  };
}

function readAddress(given: (name: DetailField) => string | null): CustomerDetails['address'] {
  const address = addressFrom(
    (part) => (part === 'country' ? given(part)?.toUpperCase() : given(part)) ?? null,
  );
  return Object.values(address).every((part) => part === null) ? null : address;
}
