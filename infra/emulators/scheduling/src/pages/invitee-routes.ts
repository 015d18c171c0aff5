import type { FastifyInstance } from 'fastify';
import type { Booking } from '../bookings/booking.ts';
import { BookingError } from '../bookings/booking-error.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { parseEmbedQuery, readSearch } from '../widget/embed-query.ts';
import { CancellationBody } from './booking-request-schema.ts';
import { calendarFile } from './calendar-file.ts';
import { bookedPage, cancellationPage } from './cancellation-page.ts';
import { schedulerPage } from './event-type-routes.ts';

const HTML = 'text/html; charset=utf-8';

const withSearch = (url: string, search: URLSearchParams): string =>
  search.size === 0 ? url : `${url}?${search}`;

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
  /** Keeps the embedding page's settings from page to page. */
  const onPage = (booking: Booking, search: URLSearchParams) => ({
    eventType,
    booking,
    assets: widgetAddresses,
    colors: parseEmbedQuery(search).colors,
  });
  const currentPage = (title: string, booking: Booking, search: URLSearchParams): string =>
    bookedPage(title, {
      ...onPage(booking, search),
      rescheduleUrl: withSearch(addresses.reschedule(booking.inviteeId), search),
      cancelUrl: withSearch(addresses.cancel(booking.inviteeId), search),
    });
  const cancelPage = (booking: Booking, search: URLSearchParams): string =>
    cancellationPage({
      ...onPage(booking, search),
      eventTypeUrl: withSearch(addresses.eventTypeUrl, search),
      keepUrl: withSearch(addresses.booked(booking.inviteeId), search),
    });

  /** Follows reschedules to the current booking. */
  const latest = (booking: Booking): Booking =>
    booking.newInvitee ? latest(find(booking.newInvitee.inviteeId)) : booking;
  /** Links created before a reschedule lead to the current booking. */
  const outcomePage = (booking: Booking, search: URLSearchParams): string => {
    const current = latest(booking);
    if (current === booking || current.status === 'canceled') return cancelPage(current, search);
    return currentPage('Event rescheduled', current, search);
  };

  app.get<ForInvitee>('/cancellations/:inviteeId', async (request, reply) =>
    reply.type(HTML).send(outcomePage(find(request.params.inviteeId), readSearch(request))),
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
      return reply.type(HTML).send(outcomePage(canceled, readSearch(request)));
    },
  );

  app.get<ForInvitee>('/reschedulings/:inviteeId', async (request, reply) => {
    const booking = find(request.params.inviteeId);
    if (booking.status === 'canceled')
      return reply.type(HTML).send(outcomePage(booking, readSearch(request)));
    return reply.type(HTML).send(schedulerPage(readSearch(request), booking, context));
  });

  app.get<ForInvitee>('/invitees/:inviteeId', async (request, reply) => {
    const booking = find(request.params.inviteeId);
    const search = readSearch(request);
    const page =
      booking.status === 'active'
        ? currentPage('Event scheduled', booking, search)
        : outcomePage(booking, search);
    return reply.type(HTML).send(page);
  });

  app.get<ForInvitee>(`/invitees/:inviteeId/${eventType.slug}.ics`, async (request, reply) =>
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${eventType.slug}.ics"`)
      .send(calendarFile(find(request.params.inviteeId), eventType)),
  );
}
