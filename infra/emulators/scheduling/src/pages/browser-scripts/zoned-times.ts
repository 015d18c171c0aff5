/// <reference lib="esnext.temporal" />
import { formatsByZone } from '../../widget/zone-formats.ts';
import { type DateKey, dayName } from './dates.ts';

// The Swedish locale writes dates as YYYY-MM-DD.
const dates = formatsByZone('sv-SE', { dateStyle: 'short' });
const times = formatsByZone('en-US', { hour: 'numeric', minute: '2-digit' });

let ownZone: string | undefined;

export function visitorZone(): string {
  ownZone ??=
    typeof Temporal === 'undefined'
      ? new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
      : Temporal.Now.timeZoneId();
  return ownZone;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

export function dateIn(timeZone: string, iso: string): DateKey {
  const date = new Date(iso);
  if (timeZone !== visitorZone()) return dates(timeZone).format(date);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

export function timeIn(timeZone: string, iso: string): string {
  const date = new Date(iso);
  // Newer ICU data puts a narrow no-break space before AM and PM.
  if (timeZone !== visitorZone()) return times(timeZone).format(date).replace(/\s/gu, ' ');
  const hours = date.getHours();
  return `${hours % 12 || 12}:${twoDigits(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

export function rangeIn(timeZone: string, start: string, end: string): string {
  const date = dateIn(timeZone, start);
  return `${timeIn(timeZone, start)} – ${timeIn(timeZone, end)}, ${dayName(date)}, ${date.slice(0, 4)}`;
}

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
