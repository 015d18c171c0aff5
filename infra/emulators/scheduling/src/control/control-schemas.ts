import { type Static, Type } from 'typebox';
import { FAULT_MODES, FAULT_TARGETS } from '../faults/fault-switches.ts';

const closed = { additionalProperties: false } as const;
const YEAR_MS = 366 * 24 * 60 * 60_000;

export const AdvanceBody = Type.Object(
  { advanceMs: Type.Integer({ minimum: 0, maximum: 10 * YEAR_MS }) },
  closed,
);
export type AdvanceBody = Static<typeof AdvanceBody>;

export const FaultBody = Type.Object(
  {
    target: Type.Enum([...FAULT_TARGETS]),
    mode: Type.Enum([...FAULT_MODES]),
    count: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  },
  closed,
);
export type FaultBody = Static<typeof FaultBody>;

export const SeedBody = Type.Object(
  {
    bookings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1 }),
            email: Type.String({ minLength: 3 }),
            /** The next open slot where it is left out. */
            start: Type.Optional(Type.String({ format: 'date-time' })),
          },
          closed,
        ),
        { maxItems: 500 },
      ),
    ),
  },
  closed,
);
export type SeedBody = Static<typeof SeedBody>;

export const ConfigureBody = Type.Object(
  { publicUrl: Type.Optional(Type.String({ pattern: '^https?://' })) },
  closed,
);
export type ConfigureBody = Static<typeof ConfigureBody>;
