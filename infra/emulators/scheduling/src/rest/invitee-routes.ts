import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import {
  BookingError,
  type BookingErrorCode,
  type BookingRequest,
  EMPTY_FIELDS,
} from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { Moment, Tracking } from '../pages/booking-request-schema.ts';
import { questionsOf, validateForm } from '../schedule/booking-form.ts';
import type { EventType } from '../schedule/event-type.ts';
import { isTimeZone } from '../schedule/time-zone.ts';
import { validateDetails } from '../widget/details-validation.ts';
import { formatInvitee } from '../wire/format-invitee.ts';
import { requireType } from './find-type.ts';
import { invalidArgument, unsupported } from './rest-error.ts';

const Text = { type: 'string' } as const;

const InviteeBody = {
  type: 'object',
  required: ['event_type', 'start_time', 'invitee'],
  properties: {
    event_type: Text,
    start_time: Moment,
    invitee: {
      type: 'object',
      required: ['email', 'timezone'],
      properties: { name: Text, first_name: Text, last_name: Text, email: Text, timezone: Text },
    },
    location: {
      type: 'object',
      required: ['kind'],
      properties: { kind: Text, location: Text },
    },
    questions_and_answers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['question', 'answer', 'position'],
        properties: { question: Text, answer: Text, position: { type: 'integer' } },
      },
    },
    tracking: Tracking,
    event_guests: { type: 'array', items: Text },
  },
} as const;
type InviteeBody = Static<typeof InviteeBody>;

/** The name of an invalid detail here. */
const PARAMETERS = { name: 'invitee.name', email: 'invitee.email', guests: 'event_guests' } as const;
/** Only the first is known of Calendly. */
const CODES: Partial<Record<BookingErrorCode, string>> = { slot_taken: 'already_filled' };

/** Books without the page (developer.calendly.com/api-docs/calendly-api/scheduled-events/create-event-invitee). */
export function addInviteeRoutes(app: FastifyInstance, context: EmulatorContext): void {
  app.post<{ Body: InviteeBody }>('/invitees', { schema: { body: InviteeBody } }, async ({ body }, reply) => {
    const type = requireType(body.event_type, context);
    const booking = await type.desk.book(readBooking(body, type.eventType)).catch((error: unknown) => {
      if (!(error instanceof BookingError)) throw error;
      throw invalidArgument('start_time', error.message, CODES[error.code]);
    });
    return reply.status(201).send({ resource: formatInvitee(booking, type) });
  });
}

function readBooking(body: InviteeBody, eventType: EventType): BookingRequest {
  const { invitee, event_guests: guests = [], tracking = EMPTY_FIELDS.tracking } = body;
  const { first_name: firstName = null, last_name: lastName = null, email, timezone } = invitee;
  const name = invitee.name ?? [firstName, lastName].filter(Boolean).join(' ');
  if ('text_reminder_number' in invitee) throw unsupported('the parameter invitee.text_reminder_number');
  for (const [field, message] of Object.entries(validateDetails({ name, email, guests }))) {
    throw invalidArgument(PARAMETERS[field as keyof typeof PARAMETERS], message);
  }
  if (!isTimeZone(timezone)) throw invalidArgument('invitee.timezone', 'is not known');
  const form = {
    location: body.location?.location ?? null,
    locationKind: body.location?.kind,
    answers: readAnswers(body.questions_and_answers, eventType),
  };
  for (const [field, message] of Object.entries(validateForm(eventType, form))) {
    throw invalidArgument(field === 'location' ? field : 'questions_and_answers', message);
  }
  return {
    requestId: randomUUID(),
    start: body.start_time,
    timeZone: timezone,
    name,
    email,
    firstName,
    lastName,
    guests,
    ...form,
    tracking,
  };
}

/** The answers by the numbers of their questions. */
function readAnswers(given: InviteeBody['questions_and_answers'], eventType: EventType) {
  const questions = questionsOf(eventType).map(({ name }) => name);
  const answers = (given ?? []).map(({ question, answer }) => {
    const position = questions.indexOf(question);
    if (position === -1)
      throw invalidArgument('questions_and_answers', 'must have the questions of the event type');
    return [`a${position + 1}`, answer] as const;
  });
  return Object.fromEntries(answers);
}
