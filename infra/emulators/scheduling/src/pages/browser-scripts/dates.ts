/** `YYYY-MM-DD`, without a time. Arithmetic runs in UTC, where every day has 24 hours. */
export type DateKey = string;
/** `YYYY-MM`. */
export type MonthKey = string;

const DAY = 86_400_000;

function utc(key: DateKey): Date {
  return new Date(`${key}T00:00:00Z`);
}

export function toMonth(key: DateKey): MonthKey {
  return key.slice(0, 7);
}

export function addDays(key: DateKey, days: number): DateKey {
  return new Date(utc(key).getTime() + days * DAY).toISOString().slice(0, 10);
}

export function addMonths(month: MonthKey, months: number): MonthKey {
  const date = utc(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** The same day in another month, or the last day of that month. */
export function sameDayIn(month: MonthKey, key: DateKey): DateKey {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const sameDay = `${month}-${key.slice(8)}`;
  return sameDay > last ? last : sameDay;
}

export function toWeekday(key: DateKey): number {
  return utc(key).getUTCDay();
}

/** Weeks of a month, Sunday first; null for cells outside the month. */
export function weeksIn(month: MonthKey): (DateKey | null)[][] {
  const first: DateKey = `${month}-01`;
  const lead = toWeekday(first);
  const count = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8));
  const cells = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, index) => {
    const day = index - lead;
    return day < 0 || day >= count ? null : addDays(first, day);
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

const nameOfMonth = (key: DateKey | MonthKey) => MONTHS[Number(key.slice(5, 7)) - 1];

/** For example "Monday, November 23". */
export function dayName(key: DateKey): string {
  return `${WEEKDAYS[toWeekday(key)]}, ${nameOfMonth(key)} ${Number(key.slice(8))}`;
}

/** For example "Mon, Nov 23". */
export const shortDayName = (key: DateKey) => dayName(key).replace(/([A-Z][a-z]{2})[a-z]*/g, '$1');

/** For example "November 2026". */
export function monthName(month: MonthKey): string {
  return `${nameOfMonth(month)} ${month.slice(0, 4)}`;
}
