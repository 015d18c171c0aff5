import { closedObject } from '@outharbor/emulator-kit/closed-object';
import type { Static } from 'typebox';

const Id = { type: 'string', minLength: 1, maxLength: 200 } as const;

const SERVICES = ['stripe', 'scheduling'] as const;
const Service = { enum: SERVICES } as const;

export const AdvanceAction = closedObject({
  days: { type: 'integer', minimum: 0, maximum: 366 },
  months: { type: 'integer', minimum: 0, maximum: 24 },
});
export type AdvanceAction = Static<typeof AdvanceAction>;

export const RedeliverAction = closedObject(
  { service: Service, id: Id },
  {
    copies: { type: 'integer', minimum: 1, maximum: 100 },
    delaySeconds: { type: 'integer', minimum: 0, maximum: 600 },
  },
);
export type RedeliverAction = Static<typeof RedeliverAction>;

export const AddFaultAction = closedObject({
  service: Service,
  target: Id,
  mode: Id,
  count: { anyOf: [{ type: 'integer', minimum: 1, maximum: 1000 }, { type: 'null' }] },
});
export type AddFaultAction = Static<typeof AddFaultAction>;

export const ClearFaultsAction = closedObject({ service: Service });
export type ClearFaultsAction = Static<typeof ClearFaultsAction>;

const NAMESPACE = { type: 'string', pattern: '^\\w{1,64}$' } as const;
const Text = { type: 'string', maxLength: 500 } as const;
const Count = { type: 'string', pattern: '^\\d{1,7}$' } as const;

export const ListQuery = closedObject(
  {},
  { ns: NAMESPACE, q: Text, filter: Text, offset: Count, limit: Count },
);
export type ListQuery = Static<typeof ListQuery>;

export const SearchQuery = closedObject({ q: Text }, { ns: NAMESPACE });
export type SearchQuery = Static<typeof SearchQuery>;

export const DatabaseQuery = closedObject({}, { ns: NAMESPACE, path: Text, q: Text });
export type DatabaseQuery = Static<typeof DatabaseQuery>;

const Minutes = { anyOf: [{ type: 'integer', minimum: 1, maximum: 1440 }, { type: 'null' }] } as const;

export const StartScenarioAction = closedObject({ scenario: Id, minutes: Minutes });
export type StartScenarioAction = Static<typeof StartScenarioAction>;

export const EndScenarioAction = closedObject({ scenario: Id });
export type EndScenarioAction = Static<typeof EndScenarioAction>;

export const PersonScenarioAction = closedObject({ scenario: Id, person: Id });
export type PersonScenarioAction = Static<typeof PersonScenarioAction>;

export const RemovePersonAction = closedObject({ person: Id });
export type RemovePersonAction = Static<typeof RemovePersonAction>;

export const WriteAction = closedObject({
  path: { type: 'string', maxLength: 700 },
  /** The value as JSON text; null removes it. */
  json: { type: 'string', maxLength: 500_000 },
  /** A uid, `administrator` or `nobody`. */
  as: Id,
});
export type WriteAction = Static<typeof WriteAction>;

/** The namespace that a page shows. */
export const InNamespace = closedObject({}, { ns: NAMESPACE });
export type InNamespace = Static<typeof InNamespace>;

export const CancelBookingAction = closedObject({ inviteeId: Id });
export type CancelBookingAction = Static<typeof CancelBookingAction>;
