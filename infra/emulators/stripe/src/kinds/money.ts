/** Splits `sum` in proportion to `amounts`, so that the parts add up exactly. */
export function splitInProportion(sum: number, amounts: readonly number[]): number[] {
  let amountsLeft = amounts.reduce((total, amount) => total + amount, 0);
  let sumLeft = sum;
  return amounts.map((amount) => {
    if (amount === 0) return 0;
    const part = Math.round((sumLeft * amount) / amountsLeft);
    amountsLeft -= amount;
    sumLeft -= part;
    return part;
  });
}

/** Half a cent is rounded as `half` says; in integers because the product may exceed what a float holds exactly. */
export function roundedShare(
  amount: number,
  left: number,
  whole: number,
  half: 'down' | 'up' = 'up',
): number {
  const [a, l, w] = [BigInt(amount), BigInt(left), BigInt(whole)];
  return Number((2n * a * l + w - (half === 'down' ? 1n : 0n)) / (2n * w));
}

/** Writes amounts as Stripe's pages, messages and descriptions do. */
/** Currencies whose smallest unit is not a hundredth; for some, ISO 4217 disagrees: https://docs.stripe.com/currencies */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3] as const),
]);

/** How many decimal places the amounts of a currency have. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency.toLowerCase()) ?? 2;

export function money(amount: number, currency: string, options?: Intl.NumberFormatOptions): string {
  const price = amount / 10 ** decimalsOf(currency);
  const key = JSON.stringify([currency, options]);
  const format =
    formats.get(key) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency, ...options });
  formats.set(key, format);
  return format.format(price);
}

/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();
