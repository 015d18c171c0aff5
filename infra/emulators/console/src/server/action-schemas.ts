import { type Static, Type } from 'typebox';

const closed = { additionalProperties: false } as const;
const Id = Type.String({ minLength: 1, maxLength: 200 });

export const SERVICES = ['stripe', 'scheduling'] as const;
const Service = Type.Enum([...SERVICES]);

export const AdvanceAction = Type.Object(
  { days: Type.Integer({ minimum: 0, maximum: 366 }), months: Type.Integer({ minimum: 0, maximum: 24 }) },
  closed,
);
export type AdvanceAction = Static<typeof AdvanceAction>;

export const RedeliverAction = Type.Object({ service: Service, id: Id }, closed);
export type RedeliverAction = Static<typeof RedeliverAction>;

export const AddFaultAction = Type.Object(
  {
    service: Service,
    target: Id,
    mode: Id,
    count: Type.Union([Type.Integer({ minimum: 1, maximum: 1000 }), Type.Null()]),
  },
  closed,
);
export type AddFaultAction = Static<typeof AddFaultAction>;

export const ClearFaultsAction = Type.Object({ service: Service }, closed);
export type ClearFaultsAction = Static<typeof ClearFaultsAction>;

/** Which namespace a page shows. */
export const InNamespace = Type.Object(
  { ns: Type.Optional(Type.String({ pattern: '^\\w{1,64}$' })) },
  closed,
);
export type InNamespace = Static<typeof InNamespace>;

export const CancelBookingAction = Type.Object({ inviteeId: Id }, closed);
export type CancelBookingAction = Static<typeof CancelBookingAction>;
