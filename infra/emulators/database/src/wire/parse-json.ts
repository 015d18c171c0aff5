/** An integer with 16 or more digits may lose some as a double; most text contains none. */
const LONG_NUMBER = /\d{16}/;

/**
 * Parses JSON, with integers that a double does not hold exactly as `bigint`. Whoever takes a number rejects these;
 * rounding them would change the number for clients whose integers are longer than JavaScript's.
 */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepInexact) : JSON.parse(text);
}

function keepInexact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const { source = '' } = context ?? {};
  return typeof value === 'number' && isInexactInteger(source, value) ? BigInt(source) : value;
}

/** Whether `value` has lost digits of the integer in `source`. */
export function isInexactInteger(source: string, value: number): boolean {
  // JavaScript shortens the digits of a large number it writes, which still names the same double.
  const isExact = Number.isSafeInteger(value) || !Number.isFinite(value) || String(value) === source;
  return !isExact && /^-?\d+$/.test(source) && BigInt(value) !== BigInt(source);
}
