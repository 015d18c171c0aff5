import type { Area, RequestRow, RowsByArea, TimelineEntry } from '../rows.ts';
import type { Kept, KeptRows } from './kept.ts';
import { newestFirst } from './newest-first.ts';

const MAIL_KINDS: Readonly<Record<string, string>> = {
  PASSWORD_RESET: 'password reset',
  VERIFY_EMAIL: 'address verification',
  VERIFY_AND_CHANGE_EMAIL: 'address change',
  RECOVER_EMAIL: 'address recovery',
  REVERT_SECOND_FACTOR_ADDITION: 'second factor added',
  EMAIL_SIGNIN: 'sign-in link',
};

/** What happened over all services to the rows that `concerns` selects, newest first. */
export function buildTimeline(
  { people, payments, events, webhooks, bookings, mails }: KeptRows,
  concerns: (row: Kept<RowsByArea[Area]>) => boolean,
  limit = Number.POSITIVE_INFINITY,
): TimelineEntry[] {
  // Every list is newest first, so that no more than `limit` of each can be among the newest.
  const chosen = <Row extends RowsByArea[Area]>(
    list: readonly Kept<Row>[],
    entryFor: (row: Row) => TimelineEntry | undefined,
  ): TimelineEntry[] => {
    const found: Row[] = [];
    for (const each of list) {
      if (found.length >= limit) break;
      if (concerns(each)) found.push(each.row);
    }
    return found.flatMap((row) => entryFor(row) ?? []);
  };
  const entries = [
    ...chosen(people, registration),
    ...chosen(payments, paymentEntry),
    ...chosen(events, eventEntry),
    ...chosen(webhooks, deliveryEntry),
    ...chosen(bookings, bookingEntry),
    ...chosen(mails, mailEntry),
  ];
  // The sort is stable: entries of the same second stay in the order of cause and effect.
  entries.sort((one, other) => newestFirst(one.at, other.at));
  return entries.slice(0, limit);
}

function registration({ id, at, email }: RowsByArea['people']): TimelineEntry | undefined {
  if (at === null) return undefined;
  return {
    id: `registered-${id}`,
    at,
    service: 'identity',
    what: 'Registered',
    detail: email,
    area: 'people',
    of: id,
  };
}

function paymentEntry({ id, at, kind, state, amount }: RowsByArea['payments']): TimelineEntry {
  return {
    id: `${kind}-${id}`,
    at,
    service: 'stripe',
    what: kind === 'session' ? 'Checkout session' : capitalized(kind),
    detail: [amount, state.replaceAll('_', ' ')].filter(Boolean).join(', '),
    area: 'payments',
    of: id,
  };
}

function eventEntry({ id, at, type, object }: RowsByArea['events']): TimelineEntry {
  const detail = [type, object].join(' ');
  return { id, at, service: 'stripe', what: 'Event', detail, area: 'events', of: id };
}

function deliveryEntry(delivery: RowsByArea['webhooks']): TimelineEntry {
  const { id, at, service, event, state, attempts, lastStatus } = delivery;
  const answer = lastStatus === null ? '' : `, answered ${lastStatus}`;
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const detail = `${event} ${state}, ${tries}${answer}`;
  return { id: `delivery-${id}`, at, service, what: 'Webhook', detail, area: 'webhooks', of: id };
}

function bookingEntry({ id, at, start, state }: RowsByArea['bookings']): TimelineEntry {
  const detail = `for ${start.slice(0, 16).replace('T', ' ')} UTC, ${state}`;
  return {
    id: `booking-${id}`,
    at,
    service: 'scheduling',
    what: 'Booking',
    detail,
    area: 'bookings',
    of: id,
  };
}

function mailEntry({ id, at, kind, to }: RowsByArea['mails']): TimelineEntry | undefined {
  if (at === null) return undefined;
  const detail = `${MAIL_KINDS[kind] ?? kind} to ${to}`;
  return { id: `mail-${id}`, at, service: 'identity', what: 'Mail', detail, area: 'mails', of: id };
}

export interface DatabaseWrite {
  readonly request: RequestRow;
  /** What was written, relative to the paths that name the person. */
  readonly below: string;
}

/** Adds requests to the product's server and writes to the database, by the machine's clock. */
export function withRequests(
  entries: readonly TimelineEntry[],
  requests: readonly RequestRow[],
  writes: readonly DatabaseWrite[],
): TimelineEntry[] {
  const asked = requests.map(({ id, at, service, method, url, status, requestId }): TimelineEntry => {
    const path = url.split('?')[0];
    const named = requestId === null ? '' : `, ${requestId}`;
    const detail = `${method} ${path}, ${status === null ? 'no answer' : `answered ${status}`}${named}`;
    return { id: `request-${id}`, at, service, what: 'Request', detail, area: 'requests', of: id };
  });
  const written = writes.map(({ request: { id, at, service, reason }, below }): TimelineEntry => {
    const what = reason === null ? 'Written' : 'Write rejected';
    const detail = reason === null ? below : `${below}: ${reason}`;
    return { id: `request-${id}`, at, service, what, detail, area: 'requests', of: id };
  });
  return [...entries, ...asked, ...written].sort((one, other) => newestFirst(one.at, other.at));
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
