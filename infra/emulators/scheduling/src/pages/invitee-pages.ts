import { type Html, html } from '@outharbor/emulator-kit/html';
import { type Booking, BookingError } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { parseEmbedQuery } from '../widget/embed-query.ts';
import { layout } from './layout.ts';

const withSearch = (url: string, search: URLSearchParams): string =>
  search.size === 0 ? url : `${url}?${search}`;

/** The pages that show the state of an invitee's booking. */
export function createInviteePages({ desk, of, widgetAddresses: assets, addresses }: EmulatorContext) {
  const find = (inviteeId: string): Booking => {
    const booking = desk.find(inviteeId);
    if (!booking) throw new BookingError('unknown_booking');
    return booking;
  };
  /** Keeps the embedding page's settings from page to page. */
  const page = (title: string, booking: Booking, search: URLSearchParams, rest: Html): string => {
    const body = html`<main class="card plain">
<h1>${title}</h1>
<p class="chosen">${of(booking).eventType.name} with ${booking.name}<br>${localTime(booking)}</p>
${rest}
</main>`;
    return layout({ title, assets, colors: parseEmbedQuery(search).colors, body });
  };
  const currentPage = (title: string, booking: Booking, search: URLSearchParams): string => {
    const ways = html`<ul class="links">
<li><a href="${withSearch(addresses.reschedule(booking.inviteeId), search)}">Reschedule</a></li>
<li><a href="${withSearch(addresses.cancel(booking.inviteeId), search)}">Cancel</a></li>
</ul>`;
    return page(title, booking, search, ways);
  };
  /** Asks for confirmation, or confirms the cancellation. */
  const cancelPage = (booking: Booking, search: URLSearchParams): string => {
    if (booking.status === 'active') {
      const keepUrl = withSearch(addresses.booked(booking.inviteeId), search);
      return page('Cancel event', booking, search, form(keepUrl));
    }
    const outcome = html`<p role="status">This event has been canceled.</p>
<p><a href="${withSearch(of(booking).addresses.eventTypeUrl, search)}">Schedule another event</a></p>`;
    return page('Event canceled', booking, search, outcome);
  };

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

function form(keepUrl: string): Html {
  return html`<form method="post">
<div class="field"><label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" rows="3" maxlength="2000"></textarea></div>
<button type="submit" class="primary">Yes, cancel event</button>
</form>
<p><a href="${keepUrl}">No, keep event</a></p>`;
}

function localTime(booking: Booking): string {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: booking.timeZone,
  });
  return `${format.format(new Date(booking.start))} (${booking.timeZone})`;
}
