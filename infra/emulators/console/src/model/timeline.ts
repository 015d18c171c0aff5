import type { Area, RequestRow, RowsByArea, TimelineEntry } from '../rows.ts';
import type { Kept, KeptRows } from './kept.ts';
import { newestFirst } from './newest-first.ts';

const MAIL_KINDS: Readonly<Record<string, string>> = {
  PASSWORD_RESET: 'password reset',
  VERIFY_EMAIL: 'address verification',
  VERIFY_AND_CHANGE_EMAIL: 'address change',
  RECOVER_EMAIL: 'address recovery',
  EMAIL_SIGNIN: 'sign-in link',
};

/** What happened over all services to the rows that `concerns` selects, newest first. */
export function buildTimeline(
  { people, payments, events, webhooks, bookings, mails }: KeptRows,
  concerns: (row: Kept<RowsByArea[Area]>) => boolean,
  limit = Number.POSITIVE_INFINITY,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  const add = (entry: TimelineEntry) => entries.push(entry);
  // Every list is newest first, so that no more than `limit` of each can be among the newest.
  const chosen = <Row extends RowsByArea[Area]>(list: readonly Kept<Row>[]) => {
    const found: Row[] = [];
    for (const each of list) {
      if (found.length >= limit) break;
      if (concerns(each)) found.push(each.row);
    }
    return found;
  };
  for (const { id, at, email } of chosen(people)) {
    if (at === null) continue;
    add({
      id: `registered-${id}`,
      at,
      service: 'identity',
      what: 'Registered',
      detail: email,
      area: 'people',
      of: id,
    });
  }
  for (const { id, at, kind, state, amount } of chosen(payments)) {
    add({
      id: `${kind}-${id}`,
      at,
      service: 'stripe',
      what: kind === 'session' ? 'Checkout session' : capitalized(kind),
      detail: [amount, state.replaceAll('_', ' ')].filter(Boolean).join(', '),
      area: 'payments',
      of: id,
    });
  }
  for (const { id, at, type, object } of chosen(events)) {
    add({
      id,
      at,
      service: 'stripe',
      what: 'Event',
      detail: [type, object].join(' '),
      area: 'events',
      of: id,
    });
  }
  for (const { id, at, service, event, state, attempts, lastStatus } of chosen(webhooks)) {
    const answer = lastStatus === null ? '' : `, answered ${lastStatus}`;
    const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    add({
      id: `delivery-${id}`,
      at,
      service,
      what: 'Webhook',
      detail: `${event} ${state}, ${tries}${answer}`,
      area: 'webhooks',
      of: id,
    });
  }
  for (const { id, at, start, state } of chosen(bookings)) {
    const detail = `for ${start.slice(0, 16).replace('T', ' ')} UTC, ${state}`;
    add({
      id: `booking-${id}`,
      at,
      service: 'scheduling',
      what: 'Booking',
      detail,
      area: 'bookings',
      of: id,
    });
  }
  for (const { id, at, kind, to } of chosen(mails)) {
    if (at === null) continue;
    const detail = `${MAIL_KINDS[kind] ?? kind} to ${to}`;
    add({ id: `mail-${id}`, at, service: 'identity', what: 'Mail', detail, area: 'mails', of: id });
  }
  // The sort is stable: what the same second brought stays in the order of cause and effect.
  entries.sort((one, other) => newestFirst(one.at, other.at));
  return entries.slice(0, limit);
}

export interface DatabaseWrite {
  readonly request: RequestRow;
  /** What was written, below the places that name the person. */
  readonly below: string;
}

/** Adds what was asked of the product's server and written to the database, by the machine's clock. */
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
