import { COUNTRY_CODES } from '../../description/country-codes.ts';
import type { AskedName, AskedOption } from '../../pages/asked-field.ts';
import { type GivenTaxId, isTaxId, listTaxIdTypes } from '../tax-id.ts';

/** Tax id types of all countries. */
export function taxIdTypes(): readonly AskedOption[] {
  const countriesByType = new Map<string, string[]>();
  for (const country of COUNTRY_CODES) {
    for (const type of listTaxIdTypes(country)) {
      countriesByType.set(type, [...(countriesByType.get(type) ?? []), country]);
    }
  }
  return Array.from(countriesByType, ([type, countries]) => ({
    value: type,
    label: taxIdTypeName(type),
    countries,
  }));
}

/** `EU VAT`. */
export function taxIdTypeName(type: string): string {
  return type.replaceAll('_', ' ').toUpperCase();
}

/** Errors of a tax id whose type must be one of `types`. */
export function taxIdProblems(
  types: readonly string[],
  { type, value }: GivenTaxId,
): Partial<Record<AskedName, string>> {
  const isOffered = types.includes(type);
  return {
    ...(!isOffered && { tax_id_type: 'Select a type of tax ID of your country.' }),
    ...(value === '' && { tax_id: 'Enter your tax ID.' }),
    ...(isOffered && value !== '' && !isTaxId({ type, value }) && { tax_id: 'Your tax ID is invalid.' }),
  };
}
