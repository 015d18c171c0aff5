import type { Address } from '../kinds/params/address.ts';

const PARTS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;
export type AddressPart = (typeof PARTS)[number];

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
  const values = PARTS.map((part) => [part, address?.[part] ?? '']);
  return Object.fromEntries(values) as Record<AddressPart, string>;
}

export function addressFrom(given: (part: AddressPart) => string | null): Address {
  return Object.fromEntries(PARTS.map((part) => [part, given(part)])) as Record<AddressPart, string | null>;
}

/** Visitors enter names of US states; addresses store their two-letter codes. */
const STATES: ReadonlyMap<string, string> = new Map(
  'alabama:AL alaska:AK arizona:AZ arkansas:AR california:CA colorado:CO connecticut:CT delaware:DE district-of-columbia:DC florida:FL georgia:GA hawaii:HI idaho:ID illinois:IL indiana:IN iowa:IA kansas:KS kentucky:KY louisiana:LA maine:ME maryland:MD massachusetts:MA michigan:MI minnesota:MN mississippi:MS missouri:MO montana:MT nebraska:NE nevada:NV new-hampshire:NH new-jersey:NJ new-mexico:NM new-york:NY north-carolina:NC north-dakota:ND ohio:OH oklahoma:OK oregon:OR pennsylvania:PA rhode-island:RI south-carolina:SC south-dakota:SD tennessee:TN texas:TX utah:UT vermont:VT virginia:VA washington:WA west-virginia:WV wisconsin:WI wyoming:WY'
    .split(' ')
    .map((entry) => entry.split(':'))
    .map(([name = '', code = '']) => [name.replaceAll('-', ' '), code]),
);

/** `new york` and `ny` become `NY`; anything else is returned unchanged. */
export function stateCode(country: string, state: string): string {
  if (country !== 'US') return state;
  const code = STATES.get(state.toLowerCase().replace(/\s+/g, ' '));
  return code ?? (/^[a-z]{2}$/i.test(state) ? state.toUpperCase() : state);
}
