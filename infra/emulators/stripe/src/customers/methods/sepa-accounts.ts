import type { TestAccount } from './test-card.ts';

const OUTCOMES = ['success', 'successDelayed', 'failed', 'failedDelayed', 'disputed'] as const;

/** The test accounts of each country, in the order of the outcomes. */
const BY_COUNTRY = `
  AT611904300234573201 AT321904300235473204 AT861904300235473202 AT051904300235473205 AT591904300235473203
  BE62510007547061 BE78510007547064 BE68539007547034 BE51510007547065 BE08510007547063
  DE89370400440532013000 DE08370400440532013003 DE62370400440532013001
  DE78370400440532013004 DE35370400440532013002
  EE382200221020145685 EE222200221020145682 EE762200221020145680 EE922200221020145683 EE492200221020145681
  FI2112345600000785 FI3712345600000788 FI9112345600000786 FI1012345600000789 FI6412345600000787
  FR1420041010050500013M02606 FR3020041010050500013M02609 FR8420041010050500013M02607
  FR7920041010050500013M02600 FR5720041010050500013M02608
  HR7624020064583467589 HR6323600002337876649 HR2725000096983499248 HR6723600004878117427 HR8724840081455523553
  IE29AIBK93115212345678 IE24AIBK93115212345671 IE02AIBK93115212345679 IE94AIBK93115212345672 IE51AIBK93115212345670`
  .trim()
  .split(/\s+/);

/** The outcomes that the last digits of an account number stand for, in every country. */
export const SEPA_ENDINGS: Readonly<Record<string, string>> = {
  // The one with which Stripe's CLI triggers `checkout.session.async_payment_failed`.
  IT60X0542811101000000123456: 'failed',
  '00343434': 'exceedsWeeklyVolumeLimit',
  '00121212': 'exceedsWeeklyTransactionLimit',
  '02222227': 'insufficientFunds',
};

/** Accounts with these last digits cannot be debited at all. */
export const SEPA_UNUSABLE = ['00055555', '00066666'] as const;

const LIMITED = {
  exceedsWeeklyVolumeLimit: 'AT981904300000343434',
  exceedsWeeklyTransactionLimit: 'AT601904300000121212',
  insufficientFunds: 'AT981904300002222227',
};

export const SEPA_ACCOUNTS: readonly TestAccount[] = [
  ...BY_COUNTRY.map((number, index) => account(OUTCOMES[index % OUTCOMES.length] ?? '', number)),
  ...Object.entries(LIMITED).map(([outcome, number]) => account(outcome, number)),
];

function account(outcome: string, number: string): TestAccount {
  return { number, outcome, readyMade: `pm_sepaDebit_${outcome}_${number.slice(0, 2).toLowerCase()}` };
}

interface Places {
  readonly length: number;
  /** Where the bank's code begins and ends, and where the branch's ends. */
  readonly bank: readonly [number, number];
  readonly branch?: number;
}

/** The national parts of an IBAN (the IBAN registry of SWIFT). */
const PLACES: Readonly<Record<string, Places>> = {
  AT: { length: 20, bank: [4, 9] },
  BE: { length: 16, bank: [4, 7] },
  BG: { length: 22, bank: [4, 8], branch: 12 },
  CH: { length: 21, bank: [4, 9] },
  CY: { length: 28, bank: [4, 7], branch: 12 },
  CZ: { length: 24, bank: [4, 8] },
  DE: { length: 22, bank: [4, 12] },
  DK: { length: 18, bank: [4, 8] },
  EE: { length: 20, bank: [4, 6] },
  ES: { length: 24, bank: [4, 8], branch: 12 },
  FI: { length: 18, bank: [4, 7] },
  FR: { length: 27, bank: [4, 9], branch: 14 },
  GB: { length: 22, bank: [4, 8], branch: 14 },
  GI: { length: 23, bank: [4, 8] },
  GR: { length: 27, bank: [4, 7], branch: 11 },
  HR: { length: 21, bank: [4, 11] },
  HU: { length: 28, bank: [4, 7], branch: 11 },
  IE: { length: 22, bank: [4, 8], branch: 14 },
  IS: { length: 26, bank: [4, 6], branch: 8 },
  IT: { length: 27, bank: [5, 10], branch: 15 },
  LI: { length: 21, bank: [4, 9] },
  LT: { length: 20, bank: [4, 9] },
  LU: { length: 20, bank: [4, 7] },
  LV: { length: 21, bank: [4, 8] },
  MC: { length: 27, bank: [4, 9], branch: 14 },
  MT: { length: 31, bank: [4, 8], branch: 13 },
  NL: { length: 18, bank: [4, 8] },
  NO: { length: 15, bank: [4, 8] },
  PL: { length: 28, bank: [4, 12] },
  PT: { length: 25, bank: [4, 8], branch: 12 },
  RO: { length: 24, bank: [4, 8] },
  SE: { length: 24, bank: [4, 7] },
  SI: { length: 19, bank: [4, 9] },
  SK: { length: 24, bank: [4, 8] },
  SM: { length: 27, bank: [5, 10], branch: 15 },
};

/** The bank of an IBAN without spaces; undefined if the IBAN is not valid. */
export function bankOfIban(
  iban: string,
): Record<'bank_code' | 'branch_code' | 'country', string> | undefined {
  const country = iban.slice(0, 2);
  const places = PLACES[country];
  if (places === undefined || places.length !== iban.length || !hasValidChecksum(iban)) return undefined;
  const [start, end] = places.bank;
  const branch = iban.slice(end, places.branch ?? end);
  return { bank_code: iban.slice(start, end), branch_code: branch, country };
}

/** With its first four characters moved to the end and letters as numbers, an IBAN is 1 modulo 97 (ISO 13616). */
function hasValidChecksum(iban: string): boolean {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  if (!/^[A-Z0-9]+$/.test(moved)) return false;
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
