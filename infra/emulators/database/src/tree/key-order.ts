/** Order of child keys: 32-bit integers first, by value, then all others by UTF-16 code unit. */

const INTEGER = /^-?0*\d{1,10}$/;
const MIN_INTEGER = -2147483648;
const MAX_INTEGER = 2147483647;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Bounds that the SDK sends for a missing key. */
export const MIN_KEY = '[MIN_NAME]';
export const MAX_KEY = '[MAX_NAME]';

export function integerKey(key: string): number | null {
  if (!mayBeInteger(key) || !INTEGER.test(key)) return null;
  const value = Number(key);
  return value >= MIN_INTEGER && value <= MAX_INTEGER ? value : null;
}

// Push ids start with a minus sign, so the second character is checked as well.
function mayBeInteger(key: string): boolean {
  const first = key.charCodeAt(0);
  const digit = first === MINUS ? key.charCodeAt(1) : first;
  return digit >= ZERO && digit <= NINE;
}

export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const left = integerKey(a);
  const right = integerKey(b);
  if (left !== null) {
    if (right === null) return -1;
    return left === right ? a.length - b.length : left - right;
  }
  if (right !== null) return 1;
  return a < b ? -1 : 1;
}

/** Like `compareKeys`, but supports MIN_KEY and MAX_KEY. */
export function compareKeyBounds(a: string, b: string): number {
  if (a === b) return 0;
  if (a === MIN_KEY || b === MAX_KEY) return -1;
  if (b === MIN_KEY || a === MAX_KEY) return 1;
  return compareKeys(a, b);
}
