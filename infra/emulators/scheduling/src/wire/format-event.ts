import type { Addresses } from '../addresses.ts';
import type { Booking, Cancellation } from '../bookings/booking.ts';
import { chosenLocation, isConference } from '../schedule/booking-form.ts';
import type { EventType } from '../schedule/event-type.ts';

export type ScheduledEvent = ReturnType<typeof formatEvent>;

/** What was booked. */
export interface Booked {
  readonly eventType: EventType;
  readonly addresses: Addresses;
}

/** Formats a scheduled event as Calendly's public v2 API does. */
export function formatEvent(booking: Booking, { eventType, addresses }: Booked) {
  return {
    uri: addresses.event(booking.eventId),
    name: eventType.name,
    meeting_notes_plain: null,
    meeting_notes_html: null,
    status: booking.status,
    start_time: wireTime(booking.start),
    end_time: wireTime(booking.end),
    event_type: addresses.eventType,
    location: formatLocation(booking, eventType),
    invitees_counter: { total: 1, active: booking.status === 'active' ? 1 : 0, limit: 1 },
    created_at: wireTime(booking.createdAt),
    updated_at: wireTime(booking.updatedAt),
    event_memberships: [
      {
        user: addresses.user,
        user_email: eventType.host.email,
        user_name: eventType.host.name,
        buffered_start_time: wireTime(booking.start),
        buffered_end_time: wireTime(booking.end),
      },
    ],
    event_guests: booking.guests.map((email) => ({
      email,
      created_at: wireTime(booking.createdAt),
      updated_at: wireTime(booking.createdAt),
    })),
    calendar_event: null,
    ...withCancellation(booking.cancellation),
  };
}

function formatLocation(booking: Booking, eventType: EventType) {
  const chosen = chosenLocation(eventType, booking.locationKind);
  const type = chosen.kind === 'zoom_conference' ? 'zoom' : chosen.kind;
  if (isConference(chosen))
    return { type, status: 'pushed', join_url: `https://conference.example/${booking.eventId}` };
  return { type, location: booking.location ?? chosen.location ?? '' };
}

/** The API omits the key for events that were never canceled, instead of sending null. */
export function withCancellation(cancellation: Cancellation | null) {
  return cancellation ? { cancellation: formatCancellation(cancellation) } : {};
}

export function formatCancellation(cancellation: Cancellation) {
  return {
    canceled_by: cancellation.canceledBy,
    reason: cancellation.reason,
    canceler_type: cancellation.cancelerType,
    created_at: wireTime(cancellation.createdAt),
  };
}

/** Calendly's times have microseconds, so they are not equal to what JavaScript writes for the same instant. */
export const wireTime = (iso: string): string => iso.replace(/(\.\d{3})Z$/, '$1000Z');
