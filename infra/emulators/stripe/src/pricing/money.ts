import type { Price } from '../state/catalogue-entities.ts';

/** Building a format takes far longer than using it. */
const FORMATS = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const known = FORMATS.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
  FORMATS.set(currency, format);
  return format;
}

export function money(amount: number, currency: string): string {
  const format = formatOf(currency);
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

/** `per month`, `every 3 months`. */
export function billingInterval(recurring: Price['recurring']): string {
  if (recurring === null) return 'once';
  const { interval, intervalCount } = recurring;
  return intervalCount === 1 ? `per ${interval}` : `every ${intervalCount} ${interval}s`;
}

export function day(time: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(time * 1000);
}
