import { COUNTRY_CODES } from '../state/country-codes.ts';
import type { DropdownOption } from '../state/custom-fields.ts';

let known: readonly DropdownOption[] | undefined;

/** In the order of their English names. Sorted at the first request: that takes longer than the rest of the start. */
export function countries(): readonly DropdownOption[] {
  known ??= countriesOf(COUNTRY_CODES);
  return known;
}

/** Some of them, and the regions besides that goods may be sent to. */
export function countriesOf(codes: readonly string[]): readonly DropdownOption[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return codes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** In English; of what is no code of a country, itself. */
export function countryName(code: string): string {
  return countries().find(({ value }) => value === code)?.label ?? code;
}
