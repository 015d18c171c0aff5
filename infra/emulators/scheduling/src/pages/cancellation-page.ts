import type { Booking } from '../bookings/booking.ts';
import type { EventType } from '../schedule/event-type.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { WidgetAddresses } from './widget-files.ts';

interface CancellationPageOptions {
  readonly eventType: EventType;
  readonly booking: Booking;
  readonly assets: WidgetAddresses;
  readonly eventTypeUrl: string;
}

export function cancellationPage(options: CancellationPageOptions): string {
  const { eventType, booking, assets } = options;
  const canceled = booking.status === 'canceled';
  const title = canceled ? 'Event canceled' : 'Cancel event';
  const body = html`<main class="card plain">
<h1>${title}</h1>
<p class="chosen">${eventType.name} with ${booking.name}<br>${localTime(booking)}</p>
${canceled ? afterwards(booking, options.eventTypeUrl) : form()}
</main>`;
  return layout({ title, assets, colors: {}, body });
}

function form(): Html {
  return html`<form method="post">
<div class="field"><label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" rows="3" maxlength="2000"></textarea></div>
<button type="submit" class="primary">Yes, cancel event</button>
</form>`;
}

function afterwards(booking: Booking, eventTypeUrl: string): Html {
  const text = booking.rescheduled
    ? 'This event was moved to another time.'
    : 'This event has been canceled.';
  return html`<p role="status">${text}</p><p><a href="${eventTypeUrl}">Schedule another event</a></p>`;
}

function localTime(booking: Booking): string {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: booking.timeZone,
  });
  return `${format.format(new Date(booking.start))} (${booking.timeZone})`;
}
