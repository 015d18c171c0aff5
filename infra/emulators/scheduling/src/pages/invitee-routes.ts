import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { readSearch } from '../widget/embed-query.ts';
import { CancellationBody } from './booking-request-schema.ts';
import { calendarFile } from './calendar-file.ts';
import { schedulerPage } from './event-type-routes.ts';
import { createInviteePages } from './invitee-pages.ts';

const HTML = 'text/html; charset=utf-8';

interface ForInvitee {
  Params: { inviteeId: string };
}

/** Links for the invitee. The id is the only credential: it cannot be guessed. */
export function addInviteeRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const pages = createInviteePages(context);
  const { find, currentPage, outcomePage } = pages;

  addCancellations(app, context.desk, pages);

  app.get<ForInvitee>('/reschedulings/:inviteeId', async (request, reply) => {
    const booking = find(request.params.inviteeId);
    if (booking.status === 'canceled')
      return reply.type(HTML).send(outcomePage(booking, readSearch(request)));
    return reply.type(HTML).send(schedulerPage(readSearch(request), booking, context.of(booking)));
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

  for (const { eventType } of context.types) {
    app.get<ForInvitee>(`/invitees/:inviteeId/${eventType.slug}.ics`, async (request, reply) =>
      reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="${eventType.slug}.ics"`)
        .send(calendarFile(find(request.params.inviteeId), eventType)),
    );
  }
}

function addCancellations(
  app: FastifyInstance,
  desk: EmulatorContext['desk'],
  { find, outcomePage }: ReturnType<typeof createInviteePages>,
): void {
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
}
