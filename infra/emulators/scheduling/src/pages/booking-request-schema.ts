import { closedObject } from '@outharbor/emulator-kit/closed-object';
import type { Static } from 'typebox';
import { trackingOf } from '../bookings/booking.ts';

const Text = { anyOf: [{ type: 'string', maxLength: 500 }, { type: 'null' }] } as const;
export const Moment = { type: 'string', format: 'date-time' } as const;

export const Tracking = closedObject(trackingOf(() => Text));

/** Body posted by the widget. Typed-in values are validated separately, to get a message per field. */
export const BookingBody = closedObject(
  {
    requestId: { type: 'string', format: 'uuid' },
    start: Moment,
    timeZone: { type: 'string', maxLength: 64 },
    name: { type: 'string', maxLength: 255 },
    email: { type: 'string', maxLength: 254 },
    firstName: Text,
    lastName: Text,
    guests: { type: 'array', items: { type: 'string', maxLength: 254 }, maxItems: 10 },
    location: Text,
    answers: {
      type: 'object',
      additionalProperties: false,
      patternProperties: { '^a([1-9]|10)$': { type: 'string', maxLength: 2000 } },
    },
    tracking: Tracking,
    reschedules: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
  },
  { link: { type: 'string', maxLength: 64 }, locationKind: Text },
);
export type BookingBody = Static<typeof BookingBody>;

export const AvailableTimesQuery = closedObject({ from: Moment, to: Moment });
export type AvailableTimesQuery = Static<typeof AvailableTimesQuery>;

export const CancellationBody = closedObject({}, { reason: { type: 'string', maxLength: 2000 } });
export type CancellationBody = Static<typeof CancellationBody>;
