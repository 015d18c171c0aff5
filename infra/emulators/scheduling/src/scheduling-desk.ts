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

/** A booking and its webhooks are stored in one step, on disk before the caller gets a result. */
export class SchedulingDesk {
  readonly #options: SchedulingDeskOptions;

  constructor(options: SchedulingDeskOptions) {
    this.#options = options;
  }

  openStarts(range: { from: Date; to: Date }): string[] {
    return this.#options.ledger.openStarts(range, this.#options.eventType);
  }

  find(inviteeId: string): Booking | undefined {
    return this.#options.ledger.byInvitee(inviteeId);
  }

  async book(request: BookingRequest): Promise<Booking> {
    const { ledger, save, eventType } = this.#options;
    const repeated = ledger.byRequest(request.requestId);
    const booking = repeated ?? ledger.book(request, eventType);
    if (!repeated) this.#announce('invitee.created', booking);
    await save();
    return booking;
  }

  async cancel(
    inviteeId: string,
    by: Pick<Cancellation, 'canceledBy' | 'cancelerType' | 'reason'>,
  ): Promise<Booking> {
    const booking = this.#options.ledger.cancel(inviteeId, by);
    this.#announce('invitee.canceled', booking);
    await this.#options.save();
    return booking;
  }

  async markNoShow(inviteeId: string, isNoShow: boolean): Promise<Booking> {
    const booking = this.#options.ledger.markNoShow(inviteeId, isNoShow);
    this.#announce(isNoShow ? 'invitee_no_show.created' : 'invitee_no_show.deleted', booking);
    await this.#options.save();
    return booking;
  }

  async reschedule(inviteeId: string, request: BookingRequest): Promise<Booking> {
    const { ledger, save, eventType } = this.#options;
    const repeated = ledger.byRequest(request.requestId);
    if (repeated) {
      await save();
      return repeated;
    }
    const { canceled, created } = ledger.reschedule(inviteeId, request, eventType);
    this.#announce('invitee.canceled', canceled);
    this.#announce('invitee.created', created);
    await save();
    return created;
  }

  #announce(event: WebhookEvent, booking: Booking): void {
    const { of, clock, outbox } = this.#options;
    const { eventType, addresses } = of(booking);
    outbox.enqueue(event, webhookBody(event, booking, { eventType, addresses, now: clock.now() }));
  }
}

function webhookBody(
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
