import type { RequestRow, RowsByArea, TimelineEntry } from '../rows.ts';

/** What happened, as the timeline tells it, made of the rows of each area. */

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

/** A write to the database at a path that names a person, and what was written below that path. */
export interface DatabaseWrite {
  readonly request: RequestRow;
  readonly below: string;
}

type Entries = {
  readonly [Area in keyof RowsByArea]: (row: RowsByArea[Area]) => Omit<TimelineEntry, 'id' | 'area' | 'of'>;
};

const ENTRIES: Entries = {
  people: ({ at, email, state }) => {
    const what = state === 'guest' || state === 'customer' ? 'First seen' : 'Registered';
    return { at: at ?? '', service: 'identity', what, detail: email };
  },
  payments: ({ at, kind, state, amount }) => {
    const detail = [amount, state.replaceAll('_', ' ')].filter(Boolean).join(', ');
    return { at, service: 'stripe', what: PAYMENT_KINDS[kind], detail };
  },
  events: ({ at, type, object }) => {
    return { at, service: 'stripe', what: 'Event', detail: [type, object].filter(Boolean).join(' ') };
  },
  webhooks: ({ at, service, event, state, attempts, lastStatus }) => {
    const answer = lastStatus === null ? '' : `, answered ${lastStatus}`;
    const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    return { at, service, what: 'Webhook', detail: `${event} ${state}, ${tries}${answer}` };
  },
  bookings: ({ at, start, state }) => {
    const detail = `for ${start.slice(0, 16).replace('T', ' ')} UTC, ${state}`;
    return { at, service: 'scheduling', what: 'Booking', detail };
  },
  mails: ({ at, kind, to }) => {
    return {
      at: at ?? '',
      service: 'identity',
      what: 'Mail',
      detail: `${MAIL_KINDS[kind] ?? kind} to ${to}`,
    };
  },
  requests: ({ at, service, method, url, status, requestId }) => {
    const named = requestId === null ? '' : `, ${requestId}`;
    const answer = status === null ? 'no answer' : `answered ${status}`;
    return { at, service, what: 'Request', detail: `${method} ${url.split('?')[0]}, ${answer}${named}` };
  },
};

export function entryFor<Area extends keyof RowsByArea>(area: Area, row: RowsByArea[Area]): TimelineEntry {
  const realAt = 'realAt' in row ? row.realAt : undefined;
  return { id: `${area}-${row.id}`, area, of: row.id, ...(realAt && { realAt }), ...ENTRIES[area](row) };
}

export function writeEntry({ request, below }: DatabaseWrite): TimelineEntry {
  const { reason } = request;
  const told =
    reason === null
      ? { what: 'Written', detail: below }
      : { what: 'Write rejected', detail: `${below}: ${reason}` };
  return { ...entryFor('requests', request), ...told };
}
