import { closedObject } from '@outharbor/emulator-kit/closed-object';
import type { Static } from 'typebox';

const id = { type: 'string', minLength: 1, maxLength: 200 } as const;
const service = { enum: ['stripe', 'scheduling'] } as const;
const minutes = { anyOf: [{ type: 'integer', minimum: 1, maximum: 1440 }, { type: 'null' }] } as const;
const count = { anyOf: [{ type: 'integer', minimum: 1, maximum: 1000 }, { type: 'null' }] } as const;

/** The body of each action that has one, by its path. */
export const ACTIONS = {
  advance: closedObject({
    days: { type: 'integer', minimum: 0, maximum: 366 },
    months: { type: 'integer', minimum: 0, maximum: 24 },
  }),
  'events/keep': closedObject({
    days: { anyOf: [{ type: 'integer', minimum: 1, maximum: 3650 }, { type: 'null' }] },
  }),
  redeliver: closedObject(
    { service, id },
    {
      copies: { type: 'integer', minimum: 1, maximum: 100 },
      delaySeconds: { type: 'integer', minimum: 0, maximum: 600 },
    },
  ),
  'faults/add': closedObject({ service, target: id, mode: id, count }),
  'faults/clear': closedObject({ service }),
  'bookings/cancel': closedObject({ inviteeId: id }),
  'bookings/move': closedObject({ inviteeId: id }),
  'scenarios/start': closedObject({ scenario: id, minutes }),
  'scenarios/end': closedObject({ scenario: id }),
  'people/scenario': closedObject({ scenario: id, person: id }),
  'people/remove': closedObject({ person: id }),
  'database/write': closedObject({
    path: { type: 'string', maxLength: 700 },
    /** The value as JSON text; null removes it. */
    json: { type: 'string', maxLength: 500_000 },
    /** A uid, `administrator` or `nobody`. */
    as: id,
  }),
} as const;

export type ActionBodies = { [Path in keyof typeof ACTIONS]: Static<(typeof ACTIONS)[Path]> };

const ns = { type: 'string', pattern: '^\\w{1,64}$' } as const;
const Text = { type: 'string', maxLength: 500 } as const;
const Count = { type: 'string', pattern: '^\\d{1,7}$' } as const;

const Day = { type: 'string', pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$' } as const;
const Sort = { type: 'string', pattern: '^-?\\w{1,20}$' } as const;

export const ListQuery = closedObject(
  {},
  { ns, q: Text, filter: Text, from: Day, to: Day, sort: Sort, offset: Count, limit: Count },
);
export type ListQuery = Static<typeof ListQuery>;

export const SearchQuery = closedObject({ q: Text }, { ns });
export type SearchQuery = Static<typeof SearchQuery>;

export const DatabaseQuery = closedObject({}, { ns, path: Text, q: Text });
export type DatabaseQuery = Static<typeof DatabaseQuery>;

/** The namespace that a page shows. */
export const InNamespace = closedObject({}, { ns });
export type InNamespace = Static<typeof InNamespace>;
