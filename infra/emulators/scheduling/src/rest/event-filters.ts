import type { Booking } from '../bookings/booking.ts';
import { invalidArgument } from './rest-error.ts';

export interface EventQuery {
  readonly status?: string;
  readonly sort?: string;
  readonly invitee_email?: string;
  readonly min_start_time?: string;
  readonly max_start_time?: string;
}

export function filterBookings(bookings: readonly Booking[], query: EventQuery): Booking[] {
  const status = readChoice('status', query.status, ['active', 'canceled']);
  const sort = readChoice('sort', query.sort, ['start_time:asc', 'start_time:desc']) ?? 'start_time:asc';
  const from = instant('min_start_time', query.min_start_time);
  const to = instant('max_start_time', query.max_start_time);
  const email = query.invitee_email?.toLowerCase();
  const direction = sort === 'start_time:asc' ? 1 : -1;
  return bookings
    .filter((booking) => status === undefined || booking.status === status)
    .filter((booking) => email === undefined || booking.email.toLowerCase() === email)
    .filter((booking) => from === undefined || booking.start >= from)
    .filter((booking) => to === undefined || booking.start <= to)
    .sort((a, b) => direction * (a.start.localeCompare(b.start) || a.createdAt.localeCompare(b.createdAt)));
}

export function readChoice<T extends string>(
  parameter: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const known = allowed.find((candidate) => candidate === value);
  if (known === undefined) throw invalidArgument(parameter, `must be one of ${allowed.join(', ')}`);
  return known;
}

export function instant(parameter: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw invalidArgument(parameter, 'must be a valid UTC time');
  return time.toISOString();
}
