const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK';

/** The currency in which accounts of a country are paid out; `usd` for countries not listed. */
export const CURRENCY_BY_COUNTRY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EURO.split(' ').map((country) => [country, 'eur'])),
  AE: 'aed',
  AU: 'aud',
  BG: 'bgn',
  BR: 'brl',
  CA: 'cad',
  CH: 'chf',
  CZ: 'czk',
  DK: 'dkk',
  GB: 'gbp',
  HK: 'hkd',
  HU: 'huf',
  IN: 'inr',
  JP: 'jpy',
  LI: 'chf',
  MX: 'mxn',
  MY: 'myr',
  NO: 'nok',
  NZ: 'nzd',
  PL: 'pln',
  RO: 'ron',
  SE: 'sek',
  SG: 'sgd',
  TH: 'thb',
};
