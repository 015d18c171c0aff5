import type { Area, RequestRow, RowsByArea, TimelineEntry } from '../rows.ts';

export const MAIL_KINDS: Readonly<Record<string, string>> = {
  PASSWORD_RESET: 'Password reset',
  VERIFY_EMAIL: 'Address verification',
  VERIFY_AND_CHANGE_EMAIL: 'Address change',
  RECOVER_EMAIL: 'Address recovery',
  REVERT_SECOND_FACTOR_ADDITION: 'New second factor',
  EMAIL_SIGNIN: 'Sign-in link',
};

export const PAYMENT_KINDS: Readonly<Record<RowsByArea['payments']['kind'], string>> = {
  session: 'Checkout session',
  subscription: 'Subscription',
  invoice: 'Invoice',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
};

type Service = TimelineEntry['service'];

/** Of each area, newest first. */
export type RowsOfPerson = { readonly [A in Area]: readonly RowsByArea[A][] };

interface AreaTexts<Row> {
  /** What a list can be narrowed by: a state, and for some areas a kind. */
  readonly filters: (row: Row) => readonly string[];
  /** What a search says of it, its title first. */
  readonly found: (row: Row) => readonly (string | null)[];
  /** What the timeline says of it. */
  readonly told: (row: Row) => readonly [service: Service, what: string, detail: string];
}

/** What the console says of the rows of each area. */
export const TEXTS: { readonly [A in Area]: AreaTexts<RowsByArea[A]> } = {
  people: {
    filters: ({ state }) => [state],
    found: ({ id, name, email, state }) => [name || email || id, email, state],
    told: ({ email, state }) => {
      const isSeen = state === 'guest' || state === 'customer';
      return ['identity', isSeen ? 'First seen' : 'Registered', email];
    },
  },
  payments: {
    filters: ({ kind, state }) => [kind, state],
    found: ({ kind, email, amount, state }) => [kind, email, amount, state],
    told: ({ kind, state, amount }) => {
      const detail = [amount, state.replaceAll('_', ' ')].filter(Boolean).join(', ');
      return ['stripe', PAYMENT_KINDS[kind], detail];
    },
  },
  webhooks: {
    filters: ({ service, state }) => [service, state],
    found: ({ event, email, state, url }) => [email ?? event, email, state, url],
    told: ({ service, event, state, attempts, lastStatus }) => {
      const answer = lastStatus === null ? '' : `, answered ${lastStatus}`;
      const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
      return [service, 'Webhook', `${event} ${state}, ${tries}${answer}`];
    },
  },
  events: {
    filters: ({ type }) => [type],
    found: ({ type, email, object }) => [email ?? type, email, object],
    told: ({ type, object }) => ['stripe', 'Event', [type, object].filter(Boolean).join(' ')],
  },
  bookings: {
    filters: ({ state }) => [state],
    found: ({ name, email, start }) => [name || email, email, start],
    told: ({ start, state }) => {
      return ['scheduling', 'Booking', `for ${start.slice(0, 16).replace('T', ' ')} UTC, ${state}`];
    },
  },
  mails: {
    filters: ({ kind }) => [kind],
    found: ({ to, kind }) => [to, kind],
    told: ({ kind, to }) => ['identity', 'Mail', `${MAIL_KINDS[kind] ?? kind} to ${to}`],
  },
  requests: {
    filters: ({ service, status, reason }) => {
      if (status === null) return [service, 'unanswered'];
      if (status === 501) return [service, 'unsupported'];
      return reason !== null || status >= 400 ? [service, 'rejected'] : [service];
    },
    found: ({ url, method, service }) => [url, method, service],
    told: ({ service, method, url, status, requestId }) => {
      const named = requestId === null ? '' : `, ${requestId}`;
      const answer = status === null ? 'no answer' : `answered ${status}`;
      return [service, 'Request', `${method} ${url.split('?')[0]}, ${answer}${named}`];
    },
  },
};

/** What happened, as the timeline tells it. */
export function entryFor<A extends Area>(area: A, row: RowsByArea[A]): TimelineEntry {
  const [service, what, detail] = TEXTS[area].told(row);
  const realAt = 'realAt' in row ? { realAt: row.realAt } : {};
  return { id: `${area}-${row.id}`, area, of: row.id, ...realAt, at: row.at ?? '', service, what, detail };
}

/** A write to the database at a path that names a person, and what was written below that path. */
export interface DatabaseWrite {
  readonly request: RequestRow;
  readonly below: string;
}

export function writeEntry({ request, below }: DatabaseWrite): TimelineEntry {
  const { reason } = request;
  const told =
    reason === null
      ? { what: 'Written', detail: below }
      : { what: 'Write rejected', detail: `${below}: ${reason}` };
  return { ...entryFor('requests', request), ...told };
}
