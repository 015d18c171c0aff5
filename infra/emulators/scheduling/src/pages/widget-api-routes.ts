import type { FastifyInstance } from 'fastify';
import type { Booking, BookingRequest } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { validateForm } from '../schedule/booking-form.ts';
import type { EventType } from '../schedule/event-type.ts';
import { isTimeZone } from '../schedule/time-zone.ts';
import { validateDetails } from '../widget/details-validation.ts';
import type { BookingConfirmation } from '../widget/widget-config.ts';
import { AvailableTimesQuery, BookingBody } from './booking-request-schema.ts';
import { InvalidDetails } from './page-errors.ts';

/** Endpoints for the widget's own script; not part of the public API. */
export function addWidgetApiRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { desk, clock, eventType, widgetApiPath } = context;

  app.get<{ Querystring: AvailableTimesQuery }>(
    `${widgetApiPath}/available-times`,
    { schema: { querystring: AvailableTimesQuery }, config: { faultTarget: 'times' } },
    async (request) => ({
      now: clock.now().toISOString(),
      times: desk.openStarts({ from: new Date(request.query.from), to: new Date(request.query.to) }),
    }),
  );

  app.post<{ Body: BookingBody }>(
    `${widgetApiPath}/bookings`,
    { schema: { body: BookingBody }, config: { faultTarget: 'bookings' } },
    async (request, reply) => {
      const { reschedules, ...typed } = request.body;
      const details = checked(typed, eventType);
      const booking = await (reschedules ? desk.reschedule(reschedules, details) : desk.book(details));
      return reply.status(201).send(confirmation(booking, context));
    },
  );
}

function checked(body: BookingRequest, eventType: EventType): BookingRequest {
  const errors: Record<string, string> = { ...validateDetails(body), ...validateForm(eventType, body) };
  if (!isTimeZone(body.timeZone)) errors.timeZone = 'This time zone is not known.';
  if (Object.keys(errors).length > 0) throw new InvalidDetails(errors);
  return { ...body, name: body.name.trim(), email: body.email.trim() };
}

function confirmation(booking: Booking, { addresses }: EmulatorContext): BookingConfirmation {
  return {
    eventUri: addresses.event(booking.eventId),
    inviteeUri: addresses.invitee(booking),
    start: booking.start,
    end: booking.end,
    name: booking.name,
    email: booking.email,
    cancelUrl: addresses.cancel(booking.inviteeId),
    rescheduleUrl: addresses.reschedule(booking.inviteeId),
    calendarFileUrl: addresses.calendarFile(booking.inviteeId),
  };
}
