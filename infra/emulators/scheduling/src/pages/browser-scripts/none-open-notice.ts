import { type DateKey, dayName, type MonthKey, monthName, monthOf } from './dates.ts';

/** What is said of a month without open days; empty where it has some. */
export function noneOpenNotice(month: MonthKey, open: readonly DateKey[]): string {
  if (open.some((date) => monthOf(date) === month)) return '';
  const later = open.find((date) => monthOf(date) > month);
  const hint = later === undefined ? '' : ` The next one is ${dayName(later)}.`;
  return `No day of ${monthName(month)} is open.${hint}`;
}
