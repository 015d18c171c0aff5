import { type Html, html } from '@outharbor/emulator-kit/html';
import { type Booking, BookingError } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import type { EventType } from '../schedule/event-type.ts';
import { parseEmbedQuery } from '../widget/embed-query.ts';
import type { ColorQuery } from '../widget/theme.ts';
import type { WidgetAddresses } from '../widget/widget-files.ts';
import { layout } from './layout.ts';

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

interface InviteePageOptions {
  readonly eventType: EventType;
  readonly booking: Booking;
  readonly assets: WidgetAddresses;
  readonly colors: ColorQuery;
}

interface CancellationPageOptions extends InviteePageOptions {
  readonly eventTypeUrl: string;
  /** Booking page for an invitee who decides not to cancel. */
  readonly keepUrl: string;
}

interface BookedPageOptions extends InviteePageOptions {
  readonly rescheduleUrl: string;
  readonly cancelUrl: string;
}

/** Asks for confirmation, or confirms the cancellation. */
function cancellationPage(options: CancellationPageOptions): string {
  const { booking, eventTypeUrl, keepUrl } = options;
  if (booking.status === 'active') return inviteePage('Cancel event', options, form(keepUrl));
  const outcome = html`<p role="status">This event has been canceled.</p>
<p><a href="${eventTypeUrl}">Schedule another event</a></p>`;
  return inviteePage('Event canceled', options, outcome);
}

function bookedPage(title: string, options: BookedPageOptions): string {
  const { rescheduleUrl, cancelUrl } = options;
  const ways = html`<ul class="links">
<li><a href="${rescheduleUrl}">Reschedule</a></li>
<li><a href="${cancelUrl}">Cancel</a></li>
</ul>`;
  return inviteePage(title, options, ways);
}

function inviteePage(
  title: string,
  { eventType, booking, assets, colors }: InviteePageOptions,
  rest: Html,
): string {
  const body = html`<main class="card plain">
<h1>${title}</h1>
<p class="chosen">${eventType.name} with ${booking.name}<br>${localTime(booking)}</p>
${rest}
</main>`;
  return layout({ title, assets, colors, body });
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
