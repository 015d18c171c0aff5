import type { Booking } from '../bookings/booking.ts';
import { questionsOf } from '../schedule/booking-form.ts';
import type { EventType } from '../schedule/event-type.ts';
import { type Booked, wireTime, withCancellation } from './format-event.ts';

export type Invitee = ReturnType<typeof formatInvitee>;

/** Formats an invitee as Calendly's public v2 API does. */
export function formatInvitee(booking: Booking, { eventType, addresses }: Booked) {
  return {
    uri: addresses.invitee(booking),
    email: booking.email,
    name: booking.name,
    first_name: booking.firstName,
    last_name: booking.lastName,
    status: booking.status,
    timezone: booking.timeZone,
    event: addresses.event(booking.eventId),
    created_at: wireTime(booking.createdAt),
    updated_at: wireTime(booking.updatedAt),
    questions_and_answers: formatAnswers(booking, eventType),
    tracking: booking.tracking,
    text_reminder_number: null,
    rescheduled: booking.rescheduled,
    old_invitee: booking.oldInvitee && addresses.invitee(booking.oldInvitee),
    new_invitee: booking.newInvitee && addresses.invitee(booking.newInvitee),
    cancel_url: addresses.cancel(booking.inviteeId),
    reschedule_url: addresses.reschedule(booking.inviteeId),
    routing_form_submission: null,
    payment: null,
    no_show: booking.noShowAt
      ? { uri: addresses.noShow(booking.inviteeId), created_at: wireTime(booking.noShowAt) }
      : null,
    reconfirmation: null,
    scheduling_method: null,
    invitee_scheduled_by: null,
    ...withCancellation(booking.cancellation),
  };
}

function formatAnswers(booking: Booking, eventType: EventType) {
  return questionsOf(eventType).flatMap(({ name }, position) => {
    const answer = booking.answers[`a${position + 1}`];
    return answer ? [{ question: name, answer, position }] : [];
  });
}
