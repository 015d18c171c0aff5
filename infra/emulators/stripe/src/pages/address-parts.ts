import type { Address } from '../kinds/params/address.ts';

export type AddressPart = 'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state';

/** Form fields of an address, apart from the country, in envelope order. */
export const ADDRESS_PARTS = [
  { name: 'line1', label: 'Address', autocomplete: 'address-line1' },
  { name: 'line2', label: 'Address, second line', autocomplete: 'address-line2' },
  { name: 'city', label: 'City', autocomplete: 'address-level2' },
  { name: 'state', label: 'State or province', autocomplete: 'address-level1' },
  { name: 'postal_code', label: 'Postal code', autocomplete: 'postal-code', maxLength: 12 },
] as const;

/** Field values for an address; empty if unknown. */
export function splitAddress(address: Address | null | undefined): Readonly<Record<AddressPart, string>> {
  return {
    city: address?.city ?? '',
    country: address?.country ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postal_code: address?.postal_code ?? '',
    state: address?.state ?? '',
  };
}

export function addressFrom(given: (part: AddressPart) => string | null): Address {
  return {
    city: given('city'),
    country: given('country'),
    line1: given('line1'),
    line2: given('line2'),
    postal_code: given('postal_code'),
    state: given('state'),
  };
}
