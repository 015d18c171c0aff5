import { COUNTRY_CODES } from '../description/country-codes.ts';

export interface DropdownOption {
  readonly label: string;
  readonly value: string;
}

let known: readonly DropdownOption[] | undefined;

/** Sorted by English name, on first request because that takes longer than the rest of the start. */
export function countries(): readonly DropdownOption[] {
  known ??= listCountries(COUNTRY_CODES);
  return known;
}

/** Options for the given codes, which may include shipping-only regions. */
export function listCountries(codes: readonly string[]): readonly DropdownOption[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return codes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** The English name, or the code itself if unknown. */
export function countryName(code: string): string {
  return countries().find(({ value }) => value === code)?.label ?? code;
}
