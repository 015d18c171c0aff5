/** Card formatting and validation, shared by browser and server. */

export type CardField = 'email' | 'card_number' | 'expiry' | 'cvc' | 'name' | 'postal_code';
export type Brand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';

export const BRAND_NAMES: Readonly<Record<Brand, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

const PREFIXES: readonly (readonly [RegExp, Brand])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^3[068]/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
];

export function keepDigits(text: string): string {
  return text.replace(/\D/g, '');
}

export function findBrand(number: string): Brand | undefined {
  const digits = keepDigits(number);
  return PREFIXES.find(([prefix]) => prefix.test(digits))?.[1];
}

/** The fewest and the most digits. */
const LENGTHS: Readonly<Partial<Record<Brand, readonly [number, number]>>> = {
  amex: [15, 15],
  diners: [14, 16],
  unionpay: [16, 19],
};

function numberLengths(brand: Brand | undefined): readonly [number, number] {
  return (brand && LENGTHS[brand]) ?? [16, 16];
}

export function formatCardNumber(text: string): string {
  const brand = findBrand(text);
  const digits = keepDigits(text).slice(0, numberLengths(brand)[1]);
  const groups =
    brand === 'amex'
      ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/
      : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?(\d{1,3})?/;
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ');
}

/** `1227` → `12 / 27`; a first digit above 1 must be a whole month. */
export function formatExpiry(text: string): string {
  const digits = keepDigits(text);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const month = padded.slice(0, 2);
  const year = padded.length > 4 ? padded.slice(-2) : padded.slice(2, 4);
  return year === '' ? month : `${month} / ${year}`;
}

export function passesLuhn(number: string): boolean {
  const digits = [...keepDigits(number)].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

function cardNumberProblem(number: string): string | undefined {
  const digits = keepDigits(number);
  if (digits === '') return 'Enter a card number.';
  if (digits.length < numberLengths(findBrand(digits))[0]) return 'Your card number is incomplete.';
  return passesLuhn(digits) ? undefined : 'Your card number is invalid.';
}

function expiryProblem(expiry: string, now: Date): string | undefined {
  const match = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(expiry.trim());
  if (match === null)
    return expiry.trim() === '' ? 'Enter the expiry date.' : 'The expiry date is incomplete.';
  const [month, year] = [Number(match[1]), 2000 + Number(match[2])];
  if (month < 1 || month > 12) return 'The expiry month is invalid.';
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const isPast = year < thisYear || (year === thisYear && month < thisMonth);
  return isPast ? 'The expiry date is in the past.' : undefined;
}

/** Without the number it is unknown how many digits the code has. */
function cvcProblem(cvc: string, number: string | undefined): string | undefined {
  const length = number === undefined ? '3,4' : findBrand(number) === 'amex' ? '4' : '3';
  if (cvc.trim() === '') return 'Enter the security code.';
  return new RegExp(`^\\d{${length}}$`).test(cvc.trim()) ? undefined : 'The security code is incomplete.';
}

function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your e-mail address.';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'The e-mail address is incomplete.';
}

export function fieldProblem(
  field: CardField,
  given: Readonly<Partial<Record<CardField, string>>>,
  now: Date,
): string | undefined {
  const value = given[field] ?? '';
  switch (field) {
    case 'email':
      return emailProblem(value);
    case 'card_number':
      return cardNumberProblem(value);
    case 'expiry':
      return expiryProblem(value, now);
    case 'cvc':
      return cvcProblem(value, given.card_number);
    case 'name':
      return value.trim() === '' ? 'Enter the name on the card.' : undefined;
    case 'postal_code':
      return value.trim() === '' ? 'Enter the postal code.' : undefined;
  }
}

export function cardProblems(
  given: Readonly<Partial<Record<CardField, string>>>,
  now: Date,
): Partial<Record<CardField, string>> {
  const problems: Partial<Record<CardField, string>> = {};
  for (const field of Object.keys(given) as CardField[]) {
    const problem = fieldProblem(field, given, now);
    if (problem !== undefined) problems[field] = problem;
  }
  return problems;
}
