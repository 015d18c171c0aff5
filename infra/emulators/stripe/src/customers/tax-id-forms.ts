import { DESCRIPTION } from '../description/description.ts';

export const EUROPEAN_UNION: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Formats of the types that Stripe verifies; other types are only stored. */
const VERIFIED: ReadonlyMap<string, RegExp> = new Map([
  ['au_abn', /^\d{11}$/],
  [
    'eu_vat',
    /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[\dA-Z+*]{2,12}$/,
  ],
  ['gb_vat', /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/],
]);

export function isVerified(type: string): boolean {
  return VERIFIED.has(type);
}

export function matchesForm(type: string, value: string): boolean {
  return VERIFIED.get(type)?.test(value) ?? true;
}

/** Tax id types available in a country; every EU member also has `eu_vat`. */
export function listTaxIdTypes(country: string): readonly string[] {
  const own = DESCRIPTION.taxIdTypes.filter((type) => type.startsWith(`${country.toLowerCase()}_`));
  if (EUROPEAN_UNION.has(country)) return ['eu_vat', ...own];
  // Northern Ireland uses the EU format.
  return country === 'GB' ? [...own, 'eu_vat'] : own;
}
