import { html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { locationsOf, questionsOf } from '../schedule/booking-form.ts';
import { wireTime } from '../wire/format-event.ts';
import { checkOwner, type Owner } from './check-owner.ts';
import { instant, readChoice } from './event-filters.ts';
import { findType, lastSegment, requireType } from './find-type.ts';
import { paginate } from './pagination.ts';
import { invalidArgument, notFound } from './rest-error.ts';

const MAX_DAYS = 31;
const DAY = 24 * 60 * 60_000;
const EVENT_TYPE_ORDERS = ['name', 'position', 'created_at', 'updated_at'].flatMap((field) => [
  `${field}:asc`,
  `${field}:desc`,
]);
const SINCE = '2026-01-01T00:00:00.000000Z';
/** Of everything that the account begins with. */
export const TIMES = { created_at: SINCE, updated_at: SINCE };

export function addAccountRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { addresses, clock } = context;

  app.get('/users/me', async () => ({ resource: formatUser(context) }));
  app.get<{ Params: { id: string } }>('/users/:id', async (request) => {
    if (request.params.id !== lastSegment(addresses.user)) throw notFound();
    return { resource: formatUser(context) };
  });

  app.get<{ Querystring: Owner & { active?: string; sort?: string } }>('/event_types', async (request) => {
    checkOwner(request.query, context);
    for (const order of request.query.sort?.split(',') ?? []) readChoice('sort', order, EVENT_TYPE_ORDERS);
    const wantsActive = readChoice('active', request.query.active, ['true', 'false']) !== 'false';
    const eventTypes = wantsActive ? context.types.map(formatEventType) : [];
    return paginate(eventTypes, request.url, addresses);
  });
  app.get<{ Params: { id: string } }>('/event_types/:id', async (request) => {
    return { resource: formatEventType(requireType(request.params.id, context)) };
  });

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/event_type_available_times',
    async (request) => {
      const { event_type: eventType, start_time: start, end_time: end } = request.query;
      const type = findType(eventType ?? '', context);
      if (type === undefined) throw invalidArgument('event_type', 'is not known');
      return {
        collection: type.desk.openStarts(readPeriod(clock.now(), start, end)).map((time) => ({
          status: 'available',
          invitees_remaining: 1,
          start_time: wireTime(time),
          scheduling_url: type.addresses.timeUrl(time),
        })),
      };
    },
  );
}

/** At most `days` from now on; for open times as many as Calendly's (developer.calendly.com/api-docs/calendly-api/event-types/list-event-type-available-times). */
export function readPeriod(now: Date, start = 'missing', end = 'missing', days = MAX_DAYS) {
  const from = new Date(instant('start_time', start) ?? 0);
  const to = new Date(instant('end_time', end) ?? 0);
  if (from < now) throw invalidArgument('start_time', 'must not be in the past');
  if (to <= from) throw invalidArgument('end_time', 'must be after start_time');
  if (to.getTime() - from.getTime() > days * DAY) {
    throw invalidArgument('end_time', `must be no more than ${days} days after start_time`);
  }
  return { from, to };
}

export function formatUser({ addresses, eventType }: EmulatorContext) {
  return {
    uri: addresses.user,
    name: eventType.host.name,
    slug: eventType.account,
    email: eventType.host.email,
    scheduling_url: addresses.profileUrl,
    timezone: eventType.host.timeZone,
    time_notation: '12h',
    avatar_url: null,
    ...TIMES,
    current_organization: addresses.organization,
    resource_type: 'User',
    locale: 'en',
  };
}

export function formatEventType({ addresses, eventType }: EmulatorContext) {
  return {
    uri: addresses.eventType,
    name: eventType.name,
    active: true,
    slug: eventType.slug,
    scheduling_url: addresses.eventTypeUrl,
    duration: eventType.durationMinutes,
    duration_options: null,
    kind: 'solo',
    pooling_type: null,
    type: 'StandardEventType',
    color: '#0b5cad',
    ...TIMES,
    internal_note: null,
    description_plain: eventType.description,
    description_html: html`<p>${eventType.description}</p>`.markup,
    profile: { type: 'User', name: eventType.host.name, owner: addresses.user },
    secret: false,
    booking_method: 'instant',
    custom_questions: questionsOf(eventType).map(({ name, type, required, choices = [] }, position) => {
      return { name, type, position, enabled: true, required, answer_choices: choices, include_other: false };
    }),
    locations: locationsOf(eventType),
    position: 0,
    deleted_at: null,
    admin_managed: false,
    locale: 'en',
  };
}
