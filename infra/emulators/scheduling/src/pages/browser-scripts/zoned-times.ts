import type { DateKey } from './dates.ts';

/** A format takes longer to make than hundreds of dates to write, so each zone has one. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The date that clocks of the zone show at an instant. */
export function dateIn(timeZone: string, iso: string): DateKey {
  let format = dateFormats.get(timeZone);
  if (!format) {
    // Sweden writes dates as YYYY-MM-DD.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    dateFormats.set(timeZone, format);
  }
  return format.format(new Date(iso));
}

/** "10:00 AM" */
export function timeIn(timeZone: string, iso: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return format.format(new Date(iso)).replace(/\s/gu, ' ');
}

/** "10:00 AM – 10:30 AM, Monday, November 23, 2026" */
export function rangeIn(timeZone: string, start: string, end: string): string {
  const date = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' }).format(new Date(start));
  return `${timeIn(timeZone, start)} – ${timeIn(timeZone, end)}, ${date}`;
}

/** Starts by the date they fall on in the zone, in their order. */
export function groupByDate(timeZone: string, starts: readonly string[]): Map<DateKey, string[]> {
  const groups = new Map<DateKey, string[]>();
  for (const start of starts) {
    const key = dateIn(timeZone, start);
    const group = groups.get(key);
    if (group) group.push(start);
    else groups.set(key, [start]);
  }
  return groups;
}
