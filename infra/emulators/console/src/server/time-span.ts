const DAY_MS = 86_400_000;

export interface TimeSpan {
  readonly days: number;
  readonly months: number;
}

/** Milliseconds from `now` to the end of the span. Months are clamped to the last day of the target month. */
export function millisecondsOf({ days, months }: TimeSpan, now: Date): number {
  const target = new Date(now);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return target.getTime() - now.getTime() + days * DAY_MS;
}
