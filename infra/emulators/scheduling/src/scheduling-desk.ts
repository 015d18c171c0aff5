import type { Booking, BookingRequest, Cancellation } from './bookings/booking.ts';
import type { BookingLedger } from './bookings/booking-ledger.ts';
import type { EventType } from './schedule/event-type.ts';
import type { Clock } from './state/clock.ts';
import type { WebhookEvent } from './webhooks/delivery.ts';
import type { WebhookOutbox } from './webhooks/webhook-outbox.ts';
import { type Booked, formatEvent, wireTime } from './wire/format-event.ts';
import { formatInvitee } from './wire/format-invitee.ts';

export interface SchedulingDeskOptions {
  readonly eventType: EventType;
  readonly clock: Clock;
  readonly ledger: BookingLedger;
  readonly outbox: WebhookOutbox;
  /** What was booked, which may be another event type. */
  readonly of: (booking: Booking) => Booked;
  readonly save: () => Promise<void>;
}

export type SchedulingDesk = ReturnType<typeof openDesk>;

/** A booking and its webhooks are stored in one step, on disk before the caller gets a result. */
export function openDesk({ eventType, clock, ledger, outbox, of, save }: SchedulingDeskOptions) {
  const announce = (event: WebhookEvent, booking: Booking): void => {
    const booked = of(booking);
    const body = {
      event,
      created_at: wireTime(clock.now().toISOString()),
      created_by: booked.addresses.user,
      payload: {
        ...formatInvitee(booking, booked),
        scheduled_event: formatEvent(booking, booked),
      },
    };
    outbox.enqueue(event, JSON.stringify(body));
  };
  const changed = async (event: WebhookEvent, booking: Booking): Promise<Booking> => {
    announce(event, booking);
    await save();
    return booking;
  };
  /** A repeated request is answered with what it booked. */
  const once = async ({ requestId }: BookingRequest, book: () => Booking): Promise<Booking> => {
    const repeated = ledger.byRequest(requestId);
    if (repeated === undefined) return changed('invitee.created', book());
    await save();
    return repeated;
  };
  const cancel = async (inviteeId: string, by: Omit<Cancellation, 'createdAt'>): Promise<Booking> =>
    changed('invitee.canceled', ledger.cancel(inviteeId, by));
  return {
    openStarts: (range: { from: Date; to: Date }): string[] => ledger.openStarts(range, eventType),
    find: (inviteeId: string): Booking | undefined => ledger.byInvitee(inviteeId),
    book: (request: BookingRequest): Promise<Booking> => once(request, () => ledger.book(request, eventType)),
    cancel,
    cancelAsHost: (inviteeId: string, reason: string | null) =>
      cancel(inviteeId, { canceledBy: eventType.host.name, cancelerType: 'host', reason }),
    markNoShow: async (inviteeId: string, isNoShow: boolean) =>
      changed(
        isNoShow ? 'invitee_no_show.created' : 'invitee_no_show.deleted',
        ledger.markNoShow(inviteeId, isNoShow),
      ),
    reschedule: (inviteeId: string, request: BookingRequest): Promise<Booking> =>
      once(request, () => {
        const { canceled, created } = ledger.reschedule(inviteeId, request, eventType);
        announce('invitee.canceled', canceled);
        return created;
      }),
  };
}
