/** Sixteen digits and more may be an integer that no double holds; most text has none. */
const LONG_NUMBER = /\d{16}/;

/**
 * JSON, with integers whose digits a double does not keep as `bigint`, for which the tree has no place: they are refused
 * there instead of being stored as another number. A double that JavaScript wrote keeps its digits.
 */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepInexact) : JSON.parse(text);
}

function keepInexact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !/^-?\d+$/.test(source)) return value;
  const exact = BigInt(source);
  return String(value) === source || exact === BigInt(value) ? value : exact;
}
