import type { FastifyInstance } from 'fastify';
import { type Booking, BookingError } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { formatCancellation, formatEvent } from '../wire/format-event.ts';
import { formatInvitee } from '../wire/format-invitee.ts';
import { checkOwner, type Owner } from './check-owner.ts';
import { type EventQuery, filterBookings, readChoice } from './event-filters.ts';
import { paginate } from './pagination.ts';
import { invalidArgument, notFound, orNotFound, permissionDenied } from './rest-error.ts';

interface ForEvent {
  Params: { eventId: string };
}

export function addEventRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { ledger, addresses, desk } = context;

  const show = (booking: Booking) => formatEvent(booking, context.of(booking));
  const find = (eventId: string): Booking => orNotFound(ledger.byEvent(eventId));

  app.get<{ Querystring: EventQuery & Owner }>('/scheduled_events', async (request) => {
    checkOwner(request.query, context);
    const events = filterBookings(ledger.list(), request.query).map(show);
    return paginate(events, request.url, addresses);
  });

  app.get<ForEvent>('/scheduled_events/:eventId', async (request) => ({
    resource: show(find(request.params.eventId)),
  }));

  addInviteesOfEvent(app, context, find);
  app.post<ForEvent & { Body: { reason?: unknown } | null }>(
    '/scheduled_events/:eventId/cancellation',
    async (request, reply) => {
      const { inviteeId } = find(request.params.eventId);
      const reason = request.body?.reason ?? null;
      if (reason !== null && typeof reason !== 'string') throw invalidArgument('reason', 'must be a string');
      const { cancellation } = await desk.cancelAsHost(inviteeId, reason).catch((error: unknown) => {
        throw error instanceof BookingError ? permissionDenied('Event is already canceled') : error;
      });
      return reply.status(201).send({ resource: cancellation && formatCancellation(cancellation) });
    },
  );
}

function addInviteesOfEvent(
  app: FastifyInstance,
  { of, addresses }: EmulatorContext,
  find: (eventId: string) => Booking,
): void {
  app.get<ForEvent & { Querystring: EventQuery & { email?: string } }>(
    '/scheduled_events/:eventId/invitees',
    async (request) => {
      const { email, status, sort } = request.query;
      // One event has one invitee here, so the order is checked only.
      readChoice('sort', sort, ['created_at:asc', 'created_at:desc']);
      const query = { ...(status && { status }), ...(email && { invitee_email: email }) };
      const invitees = filterBookings([find(request.params.eventId)], query).map((booking) =>
        formatInvitee(booking, of(booking)),
      );
      return paginate(invitees, request.url, addresses);
    },
  );

  app.get<{ Params: { eventId: string; inviteeId: string } }>(
    '/scheduled_events/:eventId/invitees/:inviteeId',
    async (request) => {
      const booking = find(request.params.eventId);
      if (booking.inviteeId !== request.params.inviteeId) throw notFound();
      return { resource: formatInvitee(booking, of(booking)) };
    },
  );
}
