import type { Static } from 'typebox';

const Text = { anyOf: [{ type: 'string', maxLength: 500 }, { type: 'null' }] } as const;
export const Moment = { type: 'string', format: 'date-time' } as const;

export const Tracking = {
  type: 'object',
  additionalProperties: false,
  required: ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term', 'salesforce_uuid'],
  properties: {
    utm_campaign: Text,
    utm_source: Text,
    utm_medium: Text,
    utm_content: Text,
    utm_term: Text,
    salesforce_uuid: Text,
  },
} as const;

/** Body posted by the widget. Typed-in values are validated separately, to get a message per field. */
export const BookingBody = {
  type: 'object',
  additionalProperties: false,
  required: [
    'requestId',
    'start',
    'timeZone',
    'name',
    'email',
    'firstName',
    'lastName',
    'guests',
    'location',
    'answers',
    'tracking',
    'reschedules',
  ],
  properties: {
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
} as const;
export type BookingBody = Static<typeof BookingBody>;

export const AvailableTimesQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['from', 'to'],
  properties: { from: Moment, to: Moment },
} as const;
export type AvailableTimesQuery = Static<typeof AvailableTimesQuery>;

export const CancellationBody = {
  type: 'object',
  additionalProperties: false,
  properties: { reason: { type: 'string', maxLength: 2000 } },
} as const;
export type CancellationBody = Static<typeof CancellationBody>;
