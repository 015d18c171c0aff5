import { expect, it } from 'vitest';
import { currencyDecimals, formatMoney, smallestUnits } from './money.ts';

it.each([
  ['usd', 2],
  ['JPY', 0],
  ['kwd', 3],
  ['isk', 2],
  ['mga', 0],
])('counts %s with the decimals of Stripe amounts', (currency, decimals) => {
  expect(currencyDecimals(currency)).toBe(decimals);
});

it.each([
  [9.95, 'usd', 995],
  [19.99, 'eur', 1999],
  [1500, 'jpy', 1500],
  [1.5, 'kwd', 1500],
])('converts %d %s into its smallest unit', (price, currency, amount) => {
  expect(smallestUnits(price, currency)).toBe(amount);
});

it.each([
  [123_400, 'usd', '$1,234.00', '$1,234'],
  [995, 'usd', '$9.95', '$9.95'],
  [123_400, 'eur', '€1,234.00', '€1,234'],
  [1500, 'jpy', '¥1,500', '¥1,500'],
  [-500, 'gbp', '-£5.00', '-£5'],
  [1500, 'kwd', 'KWD\u00a01.500', 'KWD\u00a01.500'],
  [100_000, 'isk', 'ISK\u00a01,000', 'ISK\u00a01,000'],
])('writes %d %s as %s, and briefly as %s', (amount, currency, full, brief) => {
  expect([formatMoney(amount, currency), formatMoney(amount, currency, 'brief')]).toEqual([full, brief]);
});
