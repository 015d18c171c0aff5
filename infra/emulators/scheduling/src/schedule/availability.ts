import type { EventType } from './event-type.ts';
import { toInstant, toWallClock } from './time-zone.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** All slot starts within the host's hours in [from, to), ascending, taken or not. */
export function slotStarts(eventType: EventType, from: Date, to: Date): Date[] {
  const starts: Date[] = [];
  // A host's day can begin up to a day before or after the same date in UTC.
  for (let at = from.getTime() - DAY; at < to.getTime() + DAY; at += DAY) {
    starts.push(...startsOfHostDay(eventType, new Date(at)));
  }
  const within = starts.filter((start) => start >= from && start < to).map((start) => start.getTime());
  return [...new Set(within)].sort((a, b) => a - b).map((time) => new Date(time));
}

function startsOfHostDay(eventType: EventType, instant: Date): Date[] {
  const { timeZone } = eventType.host;
  const today = toWallClock(instant, timeZone);
  if (!eventType.workingDays.includes(today.weekday)) return [];
  const starts: Date[] = [];
  const last = eventType.closesAtHour * 60 - eventType.durationMinutes;
  for (let minutes = eventType.opensAtHour * 60; minutes <= last; minutes += eventType.durationMinutes) {
    starts.push(toInstant({ ...today, hour: Math.floor(minutes / 60), minute: minutes % 60 }, timeZone));
  }
  return starts;
}

/** The range in which a booking may start, relative to `now`. */
export function bookableWindow(eventType: EventType, now: Date): { from: Date; to: Date } {
  return {
    from: new Date(now.getTime() + eventType.noticeMinutes * MINUTE),
    to: new Date(now.getTime() + eventType.horizonDays * DAY),
  };
}

/** Starts within the host's hours, the notice and the horizon. Only the ledger knows which are taken. */
export function bookableStarts(eventType: EventType, range: { from: Date; to: Date }, now: Date): Date[] {
  const window = bookableWindow(eventType, now);
  const from = new Date(Math.max(range.from.getTime(), window.from.getTime()));
  const to = new Date(Math.min(range.to.getTime(), window.to.getTime()));
  return from < to ? slotStarts(eventType, from, to) : [];
}

export function isBookableStart(eventType: EventType, start: Date, now: Date): boolean {
  const [candidate] = bookableStarts(eventType, { from: start, to: new Date(start.getTime() + 1) }, now);
  return candidate?.getTime() === start.getTime();
}
