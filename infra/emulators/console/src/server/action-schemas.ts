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
  properties: { service: Service, id: Id },
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

/** The namespace that a page shows. */
export const InNamespace = {
  type: 'object',
  additionalProperties: false,
  properties: { ns: { type: 'string', pattern: '^\\w{1,64}$' } },
} as const;
export type InNamespace = Static<typeof InNamespace>;

export const CancelBookingAction = {
  type: 'object',
  additionalProperties: false,
  required: ['inviteeId'],
  properties: { inviteeId: Id },
} as const;
export type CancelBookingAction = Static<typeof CancelBookingAction>;
