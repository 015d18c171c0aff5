import type { Addresses } from '../addresses.ts';
import type { Booking } from '../bookings/booking.ts';
import type { EventType } from '../schedule/event-type.ts';
import { formatEvent } from '../wire/format-event.ts';
import { formatInvitee } from '../wire/format-invitee.ts';
import { wireTime } from '../wire/wire-time.ts';
import type { WebhookEvent } from './delivery.ts';

export function webhookBody(
  event: WebhookEvent,
  booking: Booking,
  context: { eventType: EventType; addresses: Addresses; now: Date },
): string {
  const { eventType, addresses, now } = context;
  return JSON.stringify({
    event,
    created_at: wireTime(now.toISOString()),
    created_by: addresses.user,
    payload: {
      ...formatInvitee(booking, eventType, addresses),
      scheduled_event: formatEvent(booking, eventType, addresses),
    },
  });
}
