import type { FastifyInstance } from 'fastify';
import type { Booking } from '../bookings/booking.ts';
import { BookingError } from '../bookings/booking-error.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { searchOf } from '../widget/embed-query.ts';
import { CancellationBody } from './booking-request-schema.ts';
import { calendarFile } from './calendar-file.ts';
import { bookedPage, cancellationPage } from './cancellation-page.ts';
import { schedulerPage } from './event-type-routes.ts';

const HTML = 'text/html; charset=utf-8';

interface ForInvitee {
  Params: { inviteeId: string };
}

/** Links for the invitee. The id is the only credential: it cannot be guessed. */
export function addInviteeRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { desk, eventType, widgetAddresses, addresses } = context;

  const find = (inviteeId: string): Booking => {
    const booking = desk.find(inviteeId);
    if (!booking) throw new BookingError('unknown_booking');
    return booking;
  };
  const onPage = (booking: Booking) => ({ eventType, booking, assets: widgetAddresses });
  const currentPage = (title: string, booking: Booking): string =>
    bookedPage(title, {
      ...onPage(booking),
      rescheduleUrl: addresses.reschedule(booking.inviteeId),
      cancelUrl: addresses.cancel(booking.inviteeId),
    });
  const cancelPage = (booking: Booking): string =>
    cancellationPage({
      ...onPage(booking),
      eventTypeUrl: addresses.eventTypeUrl,
      keepUrl: addresses.booked(booking.inviteeId),
    });

  /** Follows reschedules to the current booking. */
  const latest = (booking: Booking): Booking =>
    booking.newInvitee ? latest(find(booking.newInvitee.inviteeId)) : booking;
  /** Links created before a reschedule lead to the current booking. */
  const outcomePage = (booking: Booking): string => {
    const current = latest(booking);
    if (current === booking || current.status === 'canceled') return cancelPage(current);
    return currentPage('Event rescheduled', current);
  };

  app.get<ForInvitee>('/cancellations/:inviteeId', async (request, reply) =>
    reply.type(HTML).send(outcomePage(find(request.params.inviteeId))),
  );

  app.post<ForInvitee & { Body: CancellationBody }>(
    '/cancellations/:inviteeId',
    { schema: { body: CancellationBody } },
    async (request, reply) => {
      const booking = find(request.params.inviteeId);
      const { reason = '' } = request.body;
      // Submitting the form twice cancels once.
      const canceled =
        booking.status === 'canceled'
          ? booking
          : await desk.cancel(booking.inviteeId, {
              canceledBy: booking.name,
              cancelerType: 'invitee',
              reason,
            });
      return reply.type(HTML).send(outcomePage(canceled));
    },
  );

  app.get<ForInvitee>('/reschedulings/:inviteeId', async (request, reply) => {
    const booking = find(request.params.inviteeId);
    if (booking.status === 'canceled') return reply.type(HTML).send(outcomePage(booking));
    return reply.type(HTML).send(schedulerPage(searchOf(request), booking, context));
  });

  app.get<ForInvitee>('/invitees/:inviteeId', async (request, reply) => {
    const booking = find(request.params.inviteeId);
    const page = booking.status === 'active' ? currentPage('Event scheduled', booking) : outcomePage(booking);
    return reply.type(HTML).send(page);
  });

  app.get<ForInvitee>(`/invitees/:inviteeId/${eventType.slug}.ics`, async (request, reply) =>
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${eventType.slug}.ics"`)
      .send(calendarFile(find(request.params.inviteeId), eventType)),
  );
}
