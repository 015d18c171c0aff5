import type { FastifyInstance } from 'fastify';
import type { Booking } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { wireTime } from '../wire/format-event.ts';
import { lastSegment } from './find-type.ts';
import { invalidArgument, notFound, orNotFound } from './rest-error.ts';

interface ForNoShow {
  Params: { id: string };
}

/** Invitees who did not come. A no-show has the id of its invitee. */
export function addNoShowRoutes(app: FastifyInstance, { desk, addresses }: EmulatorContext): void {
  const format = (booking: Booking) => ({
    uri: addresses.noShow(booking.inviteeId),
    invitee: addresses.invitee(booking),
    created_at: wireTime(booking.noShowAt ?? ''),
  });
  const find = (id: string): Booking => {
    const booking = desk.find(id);
    if (booking?.noShowAt === undefined) throw notFound();
    return booking;
  };
  app.post<{ Body: { invitee?: unknown } | null }>('/invitee_no_shows', async ({ body }, reply) => {
    if (typeof body?.invitee !== 'string') throw invalidArgument('invitee', 'is required');
    const booking = orNotFound(desk.find(lastSegment(body.invitee)));
    if (booking.status === 'canceled') throw invalidArgument('invitee', 'is canceled');
    if (booking.noShowAt !== undefined) throw invalidArgument('invitee', 'is already marked as a no-show');
    return reply.status(201).send({ resource: format(await desk.markNoShow(booking.inviteeId, true)) });
  });
  app.get<ForNoShow>('/invitee_no_shows/:id', async ({ params }) => ({ resource: format(find(params.id)) }));
  app.delete<ForNoShow>('/invitee_no_shows/:id', async ({ params }, reply) => {
    await desk.markNoShow(find(params.id).inviteeId, false);
    return reply.status(204).send();
  });
}
