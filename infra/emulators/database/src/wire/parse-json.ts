/** Sixteen digits and more may be an integer that does not come back as it was written; most text has none. */
const LONG_NUMBER = /\d{16}/;

/**
 * JSON, with integers that would not be shown digit for digit as `bigint`, for which the tree has no place: they are
 * refused there instead of becoming another number in clients that have longer integers than JavaScript.
 */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepInexact) : JSON.parse(text);
}

function keepInexact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !/^-?\d+$/.test(source)) return value;
  return Number.isSafeInteger(value) || String(value) === source ? value : BigInt(source);
}
