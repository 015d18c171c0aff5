import type { Booking } from '../bookings/booking.ts';
import { BookingError } from '../bookings/booking-error.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { parseEmbedQuery } from '../widget/embed-query.ts';
import { bookedPage, cancellationPage } from './cancellation-page.ts';

const withSearch = (url: string, search: URLSearchParams): string =>
  search.size === 0 ? url : `${url}?${search}`;

/** The pages that show the state of an invitee's booking. */
export function createInviteePages({ desk, of, widgetAddresses, addresses }: EmulatorContext) {
  const find = (inviteeId: string): Booking => {
    const booking = desk.find(inviteeId);
    if (!booking) throw new BookingError('unknown_booking');
    return booking;
  };
  /** Keeps the embedding page's settings from page to page. */
  const onPage = (booking: Booking, search: URLSearchParams) => ({
    eventType: of(booking).eventType,
    booking,
    assets: widgetAddresses,
    colors: parseEmbedQuery(search).colors,
  });
  const currentPage = (title: string, booking: Booking, search: URLSearchParams): string =>
    bookedPage(title, {
      ...onPage(booking, search),
      rescheduleUrl: withSearch(addresses.reschedule(booking.inviteeId), search),
      cancelUrl: withSearch(addresses.cancel(booking.inviteeId), search),
    });
  const cancelPage = (booking: Booking, search: URLSearchParams): string =>
    cancellationPage({
      ...onPage(booking, search),
      eventTypeUrl: withSearch(of(booking).addresses.eventTypeUrl, search),
      keepUrl: withSearch(addresses.booked(booking.inviteeId), search),
    });

  /** Follows reschedules to the current booking. */
  const latest = (booking: Booking): Booking =>
    booking.newInvitee ? latest(find(booking.newInvitee.inviteeId)) : booking;
  /** Links created before a reschedule lead to the current booking. */
  const outcomePage = (booking: Booking, search: URLSearchParams): string => {
    const current = latest(booking);
    if (current === booking || current.status === 'canceled') return cancelPage(current, search);
    return currentPage('Event rescheduled', current, search);
  };

  return { find, currentPage, outcomePage };
}
