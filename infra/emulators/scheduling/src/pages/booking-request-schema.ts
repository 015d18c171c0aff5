import { type Static, Type } from 'typebox';

const Text = Type.Union([Type.String({ maxLength: 500 }), Type.Null()]);
const closed = { additionalProperties: false } as const;

/** The body the widget's script posts. What a person typed is checked apart, so that each field gets its message. */
export const BookingBody = Type.Object(
  {
    requestId: Type.String({ format: 'uuid' }),
    start: Type.String({ format: 'date-time' }),
    timeZone: Type.String({ maxLength: 64 }),
    name: Type.String({ maxLength: 255 }),
    email: Type.String({ maxLength: 254 }),
    firstName: Text,
    lastName: Text,
    guests: Type.Array(Type.String({ maxLength: 254 }), { maxItems: 10 }),
    location: Text,
    answers: Type.Record(Type.String({ pattern: '^a([1-9]|10)$' }), Type.String({ maxLength: 2000 }), closed),
    tracking: Type.Object(
      {
        utm_campaign: Text,
        utm_source: Text,
        utm_medium: Text,
        utm_content: Text,
        utm_term: Text,
        salesforce_uuid: Text,
      },
      closed,
    ),
    reschedules: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  },
  closed,
);
export type BookingBody = Static<typeof BookingBody>;

export const AvailableTimesQuery = Type.Object(
  { from: Type.String({ format: 'date-time' }), to: Type.String({ format: 'date-time' }) },
  closed,
);
export type AvailableTimesQuery = Static<typeof AvailableTimesQuery>;

/** What the form of the cancellation page sends. */
export const CancellationBody = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: 2000 })) },
  closed,
);
export type CancellationBody = Static<typeof CancellationBody>;
