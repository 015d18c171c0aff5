import { type DateKey, dayName, type MonthKey, monthName, toMonth } from './dates.ts';

/** Notice for a month without open days; empty for other months. */
export function noneOpenNotice(month: MonthKey, open: readonly DateKey[]): string {
  if (open.some((date) => toMonth(date) === month)) return '';
  const later = open.find((date) => toMonth(date) > month);
  const hint = later === undefined ? '' : ` The next open day is ${dayName(later)}.`;
  return `No times available in ${monthName(month)}.${hint}`;
}
