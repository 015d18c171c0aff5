/** Currencies whose smallest unit, in Stripe's amounts, is not a hundredth: https://docs.stripe.com/currencies */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3] as const),
]);

export const currencyDecimals = (currency: string): number => DECIMALS.get(currency.toLowerCase()) ?? 2;

/** Converts a price such as 14.99 into the currency's smallest unit. */
export const smallestUnits = (price: number, currency: string): number =>
  Math.round(price * 10 ** currencyDecimals(currency));

/** Writes an amount in the currency's smallest unit, such as `$1,499.00`; `brief` drops zero decimals. */
export function formatMoney(amount: number, currency: string, style: 'full' | 'brief' = 'full'): string {
  const price = amount / 10 ** currencyDecimals(currency);
  const whole = style === 'brief' && Number.isInteger(price);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    ...(whole && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  }).format(price);
}
