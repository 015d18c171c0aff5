import type { DateKey } from './dates.ts';

/** A format takes longer to make than hundreds of dates to write, so each zone has one. */
function formatsByZone(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = formats.get(timeZone);
    if (known) return known;
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

// Sweden writes dates as YYYY-MM-DD.
const dates = formatsByZone('sv-SE', { dateStyle: 'short' });
const times = formatsByZone('en-US', { hour: 'numeric', minute: '2-digit' });

/** The date that clocks of the zone show at an instant. */
export function dateIn(timeZone: string, iso: string): DateKey {
  return dates(timeZone).format(new Date(iso));
}

/** "10:00 AM" */
export function timeIn(timeZone: string, iso: string): string {
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return times(timeZone).format(new Date(iso)).replace(/\s/gu, ' ');
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
