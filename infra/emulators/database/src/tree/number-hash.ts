const BIAS = 1023;
const FRACTION_BITS = 52;
const SMALLEST_NORMAL = 2 ** (1 - BIAS);
const bytes = new DataView(new ArrayBuffer(8));

/**
 * The 16 hex digits of a number in a hash: IEEE-754, as the SDK computes it. The SDK derives the exponent
 * from a logarithm, which is off by one for some numbers; a correct hash would make every transaction on
 * these fail.
 */
export function numberHashText(value: number): string {
  bytes.setFloat64(0, value);
  const magnitude = Math.abs(value);
  if (magnitude >= SMALLEST_NORMAL) {
    const exponent = Math.min(Math.floor(Math.log(magnitude) / Math.LN2), BIAS);
    const fraction = Math.round(magnitude * 2 ** (FRACTION_BITS - exponent) - 2 ** FRACTION_BITS);
    if (exponent !== readExponent(bytes) || !Number.isFinite(fraction)) {
      return formatDouble(value < 0, exponent + BIAS, fraction);
    }
  }
  return bytes.getBigUint64(0).toString(16).padStart(16, '0');
}

function readExponent(number: DataView): number {
  return ((number.getUint16(0) >>> 4) & 0x7ff) - BIAS;
}

function formatDouble(negative: boolean, exponent: number, fraction: number): string {
  const sign = negative ? 1n << 63n : 0n;
  const low = Number.isFinite(fraction) ? BigInt.asUintN(FRACTION_BITS, BigInt(fraction)) : 0n;
  return (sign | (BigInt(exponent) << BigInt(FRACTION_BITS)) | low).toString(16).padStart(16, '0');
}
