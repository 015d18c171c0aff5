import { randomUUID } from 'node:crypto';
import { bookableStarts, isBookableStart } from '../schedule/availability.ts';
import type { EventType } from '../schedule/event-type.ts';
import { type Booking, BookingError, type BookingRequest, type Cancellation } from './booking.ts';

/**
 * All bookings, past and present. Every method is synchronous, so nothing can run between checking a slot and
 * taking it: two requests never get the same slot.
 */
export class BookingLedger {
  readonly #eventType: EventType;
  readonly #now: () => Date;
  /** Ids of scheduling links, each for one booking. */
  readonly links = new Set<string>();
  readonly #byInvitee = new Map<string, Booking>();
  readonly #byRequest = new Map<string, string>();
  readonly #inviteeAtStart = new Map<string, string>();

  constructor(eventType: EventType, now: () => Date) {
    this.#eventType = eventType;
    this.#now = now;
  }

  list(): Booking[] {
    return [...this.#byInvitee.values()];
  }

  load(bookings: readonly Booking[], links: readonly string[]): void {
    this.links.clear();
    for (const link of links) this.links.add(link);
    this.#byInvitee.clear();
    this.#byRequest.clear();
    this.#inviteeAtStart.clear();
    for (const booking of bookings) this.#put(booking);
  }

  byInvitee(inviteeId: string): Booking | undefined {
    return this.#byInvitee.get(inviteeId);
  }

  byEvent(eventId: string): Booking | undefined {
    return this.list().find((booking) => booking.eventId === eventId);
  }

  byRequest(requestId: string): Booking | undefined {
    const inviteeId = this.#byRequest.get(requestId);
    return inviteeId === undefined ? undefined : this.#byInvitee.get(inviteeId);
  }

  isOpenLink(link: string): boolean {
    return this.links.has(link) && !this.list().some((booking) => booking.link === link);
  }

  markNoShow(inviteeId: string, isNoShow: boolean): Booking {
    const at = this.#now().toISOString();
    return this.#put({ ...this.#active(inviteeId), noShowAt: isNoShow ? at : undefined, updatedAt: at });
  }

  openStarts(range: { from: Date; to: Date }, eventType = this.#eventType): string[] {
    const isTaken = this.#takenBy(eventType);
    return bookableStarts(eventType, range, this.#now())
      .map((start) => start.toISOString())
      .filter((start) => !isTaken(start));
  }

  book(request: BookingRequest, eventType = this.#eventType): Booking {
    return this.#put(this.#draft(request, null, eventType));
  }

  cancel(inviteeId: string, by: Pick<Cancellation, 'canceledBy' | 'cancelerType' | 'reason'>): Booking {
    const booking = this.#active(inviteeId);
    const at = this.#now().toISOString();
    return this.#put({
      ...booking,
      status: 'canceled',
      updatedAt: at,
      cancellation: { ...by, createdAt: at },
    });
  }

  /** Takes the new slot and frees the old one atomically; on rejection the old booking is unchanged. */
  reschedule(
    inviteeId: string,
    request: BookingRequest,
    eventType = this.#eventType,
  ): { canceled: Booking; created: Booking } {
    const old = this.#active(inviteeId);
    const created = this.#put(this.#draft({ ...request, link: undefined }, old, eventType));
    const at = created.createdAt;
    const canceled = this.#put({
      ...old,
      status: 'canceled',
      updatedAt: at,
      rescheduled: true,
      newInvitee: { eventId: created.eventId, inviteeId: created.inviteeId },
      cancellation: { canceledBy: old.name, cancelerType: 'invitee', reason: 'Rescheduled', createdAt: at },
    });
    return { canceled, created };
  }

  #active(inviteeId: string): Booking {
    const booking = this.#byInvitee.get(inviteeId);
    if (!booking) throw new BookingError('unknown_booking');
    if (booking.status === 'canceled') throw new BookingError('already_canceled');
    return booking;
  }

  /** The host has one event at a time: of the same type by its start, of others by the time that they take. */
  #takenBy(eventType: EventType): (start: string) => boolean {
    const slug = eventType === this.#eventType ? undefined : eventType.slug;
    const others = this.list().filter((each) => each.status === 'active' && each.eventType !== slug);
    return (start) =>
      this.#inviteeAtStart.has(start) ||
      others.some((each) => each.start < endOf(start, eventType) && each.end > start);
  }

  #draft(request: BookingRequest, old: Booking | null, eventType: EventType): Booking {
    const start = new Date(request.start);
    if (request.link !== undefined && !this.isOpenLink(request.link)) throw new BookingError('link_used');
    if (this.#takenBy(eventType)(start.toISOString())) throw new BookingError('slot_taken');
    if (!isBookableStart(eventType, start, this.#now())) throw new BookingError('slot_unavailable');
    const at = this.#now().toISOString();
    return {
      ...request,
      start: start.toISOString(),
      end: endOf(request.start, eventType),
      ...(eventType !== this.#eventType && { eventType: eventType.slug }),
      eventId: randomUUID(),
      inviteeId: randomUUID(),
      status: 'active',
      createdAt: at,
      updatedAt: at,
      cancellation: null,
      rescheduled: false,
      noShowAt: undefined,
      oldInvitee: old && { eventId: old.eventId, inviteeId: old.inviteeId },
      newInvitee: null,
    };
  }

  #put(booking: Booking): Booking {
    this.#byInvitee.set(booking.inviteeId, booking);
    this.#byRequest.set(booking.requestId, booking.inviteeId);
    if (booking.status === 'active') this.#inviteeAtStart.set(booking.start, booking.inviteeId);
    else if (this.#inviteeAtStart.get(booking.start) === booking.inviteeId)
      this.#inviteeAtStart.delete(booking.start);
    return booking;
  }
}

const endOf = (start: string, { durationMinutes }: EventType): string =>
  new Date(Date.parse(start) + durationMinutes * 60_000).toISOString();
