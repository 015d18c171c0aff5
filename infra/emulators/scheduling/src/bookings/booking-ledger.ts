import { randomUUID } from 'node:crypto';
import { bookableStarts, isBookableStart } from '../schedule/availability.ts';
import type { EventType } from '../schedule/event-type.ts';
import { type Booking, BookingError, type BookingRequest, type Cancellation } from './booking.ts';

export type BookingLedger = ReturnType<typeof bookingLedger>;

/**
 * All bookings, past and present. Every method is synchronous, so nothing can run between checking a slot and
 * taking it: two requests never get the same slot.
 */
export function bookingLedger(usual: EventType, now: () => Date) {
  /** Ids of scheduling links, each for one booking. */
  const links = new Set<string>();
  const byInvitee = new Map<string, Booking>();
  const byRequest = new Map<string, string>();
  const inviteeAtStart = new Map<string, string>();
  const list = (): Booking[] => [...byInvitee.values()];
  const isOpenLink = (link: string): boolean =>
    links.has(link) && !list().some((booking) => booking.link === link);
  const put = (booking: Booking): Booking => {
    byInvitee.set(booking.inviteeId, booking);
    byRequest.set(booking.requestId, booking.inviteeId);
    if (booking.status === 'active') inviteeAtStart.set(booking.start, booking.inviteeId);
    else if (inviteeAtStart.get(booking.start) === booking.inviteeId) inviteeAtStart.delete(booking.start);
    return booking;
  };
  const active = (inviteeId: string): Booking => {
    const booking = byInvitee.get(inviteeId);
    if (!booking) throw new BookingError('unknown_booking');
    if (booking.status === 'canceled') throw new BookingError('already_canceled');
    return booking;
  };
  /** The host has one event at a time: of the same type by its start, of others by the time that they take. */
  const takenBy = (eventType: EventType): ((start: string) => boolean) => {
    const slug = eventType === usual ? undefined : eventType.slug;
    const others = list().filter((each) => each.status === 'active' && each.eventType !== slug);
    return (start) =>
      inviteeAtStart.has(start) ||
      others.some((each) => each.start < endOf(start, eventType) && each.end > start);
  };
  const draft = (request: BookingRequest, old: Booking | null, eventType: EventType): Booking => {
    const start = new Date(request.start);
    if (request.link !== undefined && !isOpenLink(request.link)) throw new BookingError('link_used');
    if (takenBy(eventType)(start.toISOString())) throw new BookingError('slot_taken');
    if (!isBookableStart(eventType, start, now())) throw new BookingError('slot_unavailable');
    const at = now().toISOString();
    return {
      ...request,
      start: start.toISOString(),
      end: endOf(request.start, eventType),
      ...(eventType !== usual && { eventType: eventType.slug }),
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
  };
  return {
    links,
    list,
    isOpenLink,
    load: (bookings: readonly Booking[], openLinks: readonly string[]): void => {
      links.clear();
      for (const link of openLinks) links.add(link);
      byInvitee.clear();
      byRequest.clear();
      inviteeAtStart.clear();
      for (const booking of bookings) put(booking);
    },
    byInvitee: (inviteeId: string): Booking | undefined => byInvitee.get(inviteeId),
    byEvent: (eventId: string): Booking | undefined => list().find((booking) => booking.eventId === eventId),
    byRequest: (requestId: string): Booking | undefined => byInvitee.get(byRequest.get(requestId) ?? ''),
    markNoShow: (inviteeId: string, isNoShow: boolean): Booking => {
      const at = now().toISOString();
      return put({ ...active(inviteeId), noShowAt: isNoShow ? at : undefined, updatedAt: at });
    },
    openStarts: (range: { from: Date; to: Date }, eventType = usual): string[] => {
      const isTaken = takenBy(eventType);
      return bookableStarts(eventType, range, now())
        .map((start) => start.toISOString())
        .filter((start) => !isTaken(start));
    },
    book: (request: BookingRequest, eventType = usual): Booking => put(draft(request, null, eventType)),
    cancel: (inviteeId: string, by: Omit<Cancellation, 'createdAt'>): Booking => {
      const booking = active(inviteeId);
      const at = now().toISOString();
      return put({ ...booking, status: 'canceled', updatedAt: at, cancellation: { ...by, createdAt: at } });
    },
    /** Takes the new slot and frees the old one atomically; on rejection the old booking is unchanged. */
    reschedule: (inviteeId: string, request: BookingRequest, eventType = usual) => {
      const old = active(inviteeId);
      const created = put(draft({ ...request, link: undefined }, old, eventType));
      const at = created.createdAt;
      const canceled = put({
        ...old,
        status: 'canceled',
        updatedAt: at,
        rescheduled: true,
        newInvitee: { eventId: created.eventId, inviteeId: created.inviteeId },
        cancellation: { canceledBy: old.name, cancelerType: 'invitee', reason: 'Rescheduled', createdAt: at },
      });
      return { canceled, created };
    },
  };
}

const endOf = (start: string, { durationMinutes }: EventType): string =>
  new Date(Date.parse(start) + durationMinutes * 60_000).toISOString();
