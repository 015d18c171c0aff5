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

/** The lengths of IBANs, and where in them the bank's code begins and ends, and the branch's ends (the IBAN registry of SWIFT). */
const PLACES = new Map(
  Array.from(
    `
  AT20:4-9 BE16:4-7 BG22:4-8-12 CH21:4-9 CY28:4-7-12 CZ24:4-8 DE22:4-12 DK18:4-8 EE20:4-6 ES24:4-8-12
  FI18:4-7 FR27:4-9-14 GB22:4-8-14 GI23:4-8 GR27:4-7-11 HR21:4-11 HU28:4-7-11 IE22:4-8-14 IS26:4-6-8
  IT27:5-10-15 LI21:4-9 LT20:4-9 LU20:4-7 LV21:4-8 MC27:4-9-14 MT31:4-8-13 NL18:4-8 NO15:4-8 PL28:4-12
  PT25:4-8-12 RO24:4-8 SE24:4-7 SI19:4-9 SK24:4-8 SM27:5-10-15`.matchAll(/(\w+):(\d+)-(\d+)-?(\d+)?/g),
    ([, place, start, end, branchEnd = end]) => [place, [start, end, branchEnd].map(Number)] as const,
  ),
);

/** The bank of an IBAN without spaces; undefined if the IBAN is not valid. */
export function bankOfIban(
  iban: string,
): Record<'bank_code' | 'branch_code' | 'country', string> | undefined {
  const country = iban.slice(0, 2);
  const places = PLACES.get(`${country}${iban.length}`);
  if (places === undefined || !hasValidChecksum(iban)) return undefined;
  const [start, end, branchEnd] = places;
  const branch = iban.slice(end, branchEnd);
  return { bank_code: iban.slice(start, end), branch_code: branch, country };
}

/** With its first four characters moved to the end and letters as numbers, an IBAN is 1 modulo 97 (ISO 13616). */
function hasValidChecksum(iban: string): boolean {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  if (!/^[A-Z0-9]+$/.test(moved)) return false;
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
