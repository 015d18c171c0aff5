/** An integer with 16 or more digits may lose precision; most text contains none. */
const LONG_NUMBER = /\d{16}/;

/**
 * Parses JSON, with integers that would lose digits as `bigint`. The tree rejects these; rounding them would
 * change the number for clients whose integers are longer than JavaScript's.
 */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepInexact) : JSON.parse(text);
}

function keepInexact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !/^-?\d+$/.test(source)) return value;
  return Number.isSafeInteger(value) || String(value) === source ? value : BigInt(source);
}
