import type { DropdownOption } from '../state/custom-fields.ts';

/** Countries that a billing address may be in, by their two letters. */
export const COUNTRY_CODES: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

let known: readonly DropdownOption[] | undefined;

/** In the order of their English names. Sorted at the first request: that takes longer than the rest of the start. */
export function countries(): readonly DropdownOption[] {
  known ??= inOrder(new Intl.DisplayNames('en', { type: 'region' }));
  return known;
}

/** In English; of what is no code of a country, itself. */
export function countryName(code: string): string {
  return countries().find(({ value }) => value === code)?.label ?? code;
}

function inOrder(names: Intl.DisplayNames): readonly DropdownOption[] {
  return COUNTRY_CODES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort((one, other) =>
    one.label.localeCompare(other.label, 'en'),
  );
}
