import type { Addresses } from './addresses.ts';
import type { Booking, BookingRequest, Cancellation } from './bookings/booking.ts';
import type { BookingLedger } from './bookings/booking-ledger.ts';
import type { EventType } from './schedule/event-type.ts';
import type { Clock } from './state/clock.ts';
import type { WebhookEvent } from './webhooks/delivery.ts';
import type { WebhookOutbox } from './webhooks/webhook-outbox.ts';
import { formatEvent, wireTime } from './wire/format-event.ts';
import { formatInvitee } from './wire/format-invitee.ts';

export interface SchedulingDeskOptions {
  readonly eventType: EventType;
  readonly clock: Clock;
  readonly ledger: BookingLedger;
  readonly outbox: WebhookOutbox;
  /** What was booked, which may be another event type. */
  readonly of: (booking: Booking) => { readonly eventType: EventType; readonly addresses: Addresses };
  readonly save: () => Promise<void>;
}

export type SchedulingDesk = ReturnType<typeof openDesk>;

/** A booking and its webhooks are stored in one step, on disk before the caller gets a result. */
export function openDesk({ eventType, clock, ledger, outbox, of, save }: SchedulingDeskOptions) {
  const announce = (event: WebhookEvent, booking: Booking): void => {
    const { eventType: booked, addresses } = of(booking);
    const body = {
      event,
      created_at: wireTime(clock.now().toISOString()),
      created_by: addresses.user,
      payload: {
        ...formatInvitee(booking, booked, addresses),
        scheduled_event: formatEvent(booking, booked, addresses),
      },
    };
    outbox.enqueue(event, JSON.stringify(body));
  };
  const changed = async (event: WebhookEvent, booking: Booking): Promise<Booking> => {
    announce(event, booking);
    await save();
    return booking;
  };
  return {
    openStarts: (range: { from: Date; to: Date }): string[] => ledger.openStarts(range, eventType),
    find: (inviteeId: string): Booking | undefined => ledger.byInvitee(inviteeId),
    book: async (request: BookingRequest): Promise<Booking> => {
      const repeated = ledger.byRequest(request.requestId);
      if (!repeated) return changed('invitee.created', ledger.book(request, eventType));
      await save();
      return repeated;
    },
    cancel: async (inviteeId: string, by: Pick<Cancellation, 'canceledBy' | 'cancelerType' | 'reason'>) =>
      changed('invitee.canceled', ledger.cancel(inviteeId, by)),
    markNoShow: async (inviteeId: string, isNoShow: boolean) =>
      changed(
        isNoShow ? 'invitee_no_show.created' : 'invitee_no_show.deleted',
        ledger.markNoShow(inviteeId, isNoShow),
      ),
    reschedule: async (inviteeId: string, request: BookingRequest): Promise<Booking> => {
      const repeated = ledger.byRequest(request.requestId);
      if (repeated) {
        await save();
        return repeated;
      }
      const { canceled, created } = ledger.reschedule(inviteeId, request, eventType);
      announce('invitee.canceled', canceled);
      return changed('invitee.created', created);
    },
  };
}
