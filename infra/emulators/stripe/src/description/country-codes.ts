/** Two-letter country codes allowed in a billing address. */
export const COUNTRY_CODES: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

/** All countries, also those where Stripe collects no addresses. */
export const ISO_COUNTRY_CODES: ReadonlySet<string> = new Set([
  ...COUNTRY_CODES,
  ...'AS CC CU CX FM GU HM IR KP MH MP NF PW SY UM VI'.split(' '),
]);

/** Shipping also allows Ascension Island, Tristan da Cunha and "unknown region". */
export const SHIPPING_COUNTRY_CODES: readonly string[] = [...COUNTRY_CODES, 'AC', 'TA', 'ZZ'];

export const WITH_STATES: ReadonlySet<string> = new Set(['AU', 'CA', 'US']);

export const WITHOUT_POSTAL_CODES: ReadonlySet<string> = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GD GH GM GQ GY HK JM KI KM KN LC ML MO MR MW NR NU PA QA RW SB SC SL SO SR SS ST SX TD TG TK TL TO TT TV UG VU WS YE ZW ZZ'.split(
    ' ',
  ),
);
