import type { Price } from './price.ts';

/** `per month`, `every 3 months`. */
export function billingInterval(recurring: Price['recurring']): string {
  if (recurring === null) return 'once';
  const { interval, interval_count: intervalCount } = recurring;
  return intervalCount === 1 ? `per ${interval}` : `every ${intervalCount} ${interval}s`;
}

export function day(time: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(time * 1000);
}
