import type { Static } from 'typebox';

const Id = { type: 'string', minLength: 1, maxLength: 200 } as const;

const SERVICES = ['stripe', 'scheduling'] as const;
const Service = { enum: SERVICES } as const;

export const AdvanceAction = {
  type: 'object',
  additionalProperties: false,
  required: ['days', 'months'],
  properties: {
    days: { type: 'integer', minimum: 0, maximum: 366 },
    months: { type: 'integer', minimum: 0, maximum: 24 },
  },
} as const;
export type AdvanceAction = Static<typeof AdvanceAction>;

export const RedeliverAction = {
  type: 'object',
  additionalProperties: false,
  required: ['service', 'id'],
  properties: {
    service: Service,
    id: Id,
    copies: { type: 'integer', minimum: 1, maximum: 100 },
    delaySeconds: { type: 'integer', minimum: 0, maximum: 600 },
  },
} as const;
export type RedeliverAction = Static<typeof RedeliverAction>;

export const AddFaultAction = {
  type: 'object',
  additionalProperties: false,
  required: ['service', 'target', 'mode', 'count'],
  properties: {
    service: Service,
    target: Id,
    mode: Id,
    count: { anyOf: [{ type: 'integer', minimum: 1, maximum: 1000 }, { type: 'null' }] },
  },
} as const;
export type AddFaultAction = Static<typeof AddFaultAction>;

export const ClearFaultsAction = {
  type: 'object',
  additionalProperties: false,
  required: ['service'],
  properties: { service: Service },
} as const;
export type ClearFaultsAction = Static<typeof ClearFaultsAction>;

const NAMESPACE = { type: 'string', pattern: '^\\w{1,64}$' } as const;
const Text = { type: 'string', maxLength: 500 } as const;
const Count = { type: 'string', pattern: '^\\d{1,7}$' } as const;

export const ListQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { ns: NAMESPACE, q: Text, filter: Text, offset: Count, limit: Count },
} as const;
export type ListQuery = Static<typeof ListQuery>;

export const SearchQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['q'],
  properties: { ns: NAMESPACE, q: Text },
} as const;
export type SearchQuery = Static<typeof SearchQuery>;

export const DatabaseQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { ns: NAMESPACE, path: Text, q: Text },
} as const;
export type DatabaseQuery = Static<typeof DatabaseQuery>;

const Minutes = { anyOf: [{ type: 'integer', minimum: 1, maximum: 1440 }, { type: 'null' }] } as const;

export const StartScenarioAction = {
  type: 'object',
  additionalProperties: false,
  required: ['scenario', 'minutes'],
  properties: { scenario: Id, minutes: Minutes },
} as const;
export type StartScenarioAction = Static<typeof StartScenarioAction>;

export const EndScenarioAction = {
  type: 'object',
  additionalProperties: false,
  required: ['scenario'],
  properties: { scenario: Id },
} as const;
export type EndScenarioAction = Static<typeof EndScenarioAction>;

export const PersonScenarioAction = {
  type: 'object',
  additionalProperties: false,
  required: ['scenario', 'person'],
  properties: { scenario: Id, person: Id },
} as const;
export type PersonScenarioAction = Static<typeof PersonScenarioAction>;

export const RemovePersonAction = {
  type: 'object',
  additionalProperties: false,
  required: ['person'],
  properties: { person: Id },
} as const;
export type RemovePersonAction = Static<typeof RemovePersonAction>;

export const WriteAction = {
  type: 'object',
  additionalProperties: false,
  required: ['path', 'json', 'as'],
  properties: {
    path: { type: 'string', maxLength: 700 },
    /** The value as JSON text; null removes it. */
    json: { type: 'string', maxLength: 500_000 },
    /** A uid, `administrator` or `nobody`. */
    as: Id,
  },
} as const;
export type WriteAction = Static<typeof WriteAction>;

/** The namespace that a page shows. */
export const InNamespace = {
  type: 'object',
  additionalProperties: false,
  properties: { ns: NAMESPACE },
} as const;
export type InNamespace = Static<typeof InNamespace>;

export const CancelBookingAction = {
  type: 'object',
  additionalProperties: false,
  required: ['inviteeId'],
  properties: { inviteeId: Id },
} as const;
export type CancelBookingAction = Static<typeof CancelBookingAction>;
