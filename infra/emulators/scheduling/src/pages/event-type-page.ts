import { type Html, html } from '@outharbor/emulator-kit/html';
import type { Booking } from '../bookings/booking.ts';
import { asksForLocation, chosenLocation, locationsOf, questionsOf } from '../schedule/booking-form.ts';
import type { EventType, Location, Question } from '../schedule/event-type.ts';
import type { EmbedQuery } from '../widget/embed-query.ts';
import type { WidgetConfig } from '../widget/widget-config.ts';
import type { WidgetAddresses } from '../widget/widget-files.ts';
import { layout } from './layout.ts';

export interface EventTypePageOptions {
  readonly eventType: EventType;
  readonly query: EmbedQuery;
  readonly config: WidgetConfig;
  readonly assets: WidgetAddresses;
  /** On the reschedule page, the booking to move. */
  readonly former: Booking | undefined;
}

export function eventTypePage(options: EventTypePageOptions): string {
  const { eventType, query, config, assets, former } = options;
  const body = html`${query.hideGdprBanner ? null : consentBanner()}
<main class="card" id="scheduler" aria-label="${eventType.name}" data-config="${JSON.stringify(config)}">
${query.hideEventTypeDetails ? former && formerTime(former) : details(eventType, former)}
<div class="steps">
<noscript><p class="notice">Choosing a time needs JavaScript.</p></noscript>
<p class="notice" id="loading" role="status">Loading times…</p>
${failure()}${pickStep()}${detailsStep(eventType, query, former)}${confirmedStep()}
</div>
</main>`;
  const title = `${eventType.name} – ${eventType.host.name}`;
  return layout({ title, assets, colors: query.colors, body, frame: query });
}

function details(eventType: EventType, former: Booking | undefined): Html {
  return html`<header class="details">
<p class="host">${eventType.host.name}</p>
<h1>${eventType.name}</h1>
<p class="fact">${eventType.durationMinutes} min</p>
${locationsOf(eventType).map((each) => html`<p class="fact">${locationName(each)}</p>`)}
${former && formerTime(former)}
<p>${eventType.description}</p>
</header>`;
}

function formerTime({ start }: Booking): Html {
  return html`<p class="fact former">Former time: <time datetime="${start}">${start}</time></p>`;
}

function consentBanner(): Html {
  return html`<aside class="consent" id="consent" aria-label="Cookies">
<p>This widget sets no cookies.</p><button type="button" class="quiet">Understood</button>
</aside>`;
}

function failure(): Html {
  return html`<div class="notice failure" id="failure" role="alert" hidden>
<p id="failure-text">The times could not be loaded.</p>
<button type="button" class="primary" id="try-again">Try again</button>
</div>`;
}

function pickStep(): Html {
  return html`<section id="pick" aria-labelledby="pick-title" hidden>
<h2 id="pick-title">Select a Date &amp; Time</h2>
<button type="button" class="quiet" id="next-free" hidden></button>
<p class="notice failure" id="taken" role="alert" tabindex="-1" hidden></p>
<div class="pick">
<div class="calendar">
<div class="month-bar">
<h3 id="month" aria-live="polite"></h3>
<button type="button" class="round" id="previous-month" aria-label="Previous month">‹</button>
<button type="button" class="round" id="next-month" aria-label="Next month">›</button>
</div>
<table role="grid" id="days" aria-labelledby="month"></table>
<p class="notice" id="none-open" role="status"></p>
<label class="zone" for="zone">Time zone</label>
<select id="zone"></select>
</div>
<div class="times" id="times" hidden>
<button type="button" class="quiet" id="other-day">Choose another day</button>
<h3 id="times-title" tabindex="-1"></h3>
<ul id="time-list" aria-labelledby="times-title"></ul>
</div>
</div>
</section>`;
}

function detailsStep(eventType: EventType, query: EmbedQuery, former: Booking | undefined): Html {
  const { prefill } = query;
  const name = former?.name ?? prefill.name;
  const email = former?.email ?? prefill.email;
  const guests = (former?.guests ?? prefill.guests).join(', ');
  const answers = former?.answers ?? prefill.answers;
  const location = former?.location ?? prefill.location;
  return html`<section id="details" aria-labelledby="details-title" hidden>
<button type="button" class="round" id="back" aria-label="Back to dates and times">‹</button>
<h2 id="details-title" tabindex="-1">Enter Details</h2>
<p class="chosen" id="chosen"></p>
<form id="form" novalidate>
${field('name', 'Name', html`<input id="name" name="name" autocomplete="name" required maxlength="255" aria-describedby="name-error" value="${name}">`)}
${field('email', 'Email', html`<input id="email" name="email" type="email" autocomplete="email" required maxlength="254" aria-describedby="email-error" value="${email}">`)}
${field('guests', 'Guests (optional, addresses separated by commas)', html`<input id="guests" name="guests" autocomplete="off" maxlength="2000" aria-describedby="guests-error" value="${guests}">`)}
${locationFields(eventType, location, former)}
${questionsOf(eventType).map((question, index) => questionField(question, `a${index + 1}`, answers[`a${index + 1}`]))}
<p class="error" id="form-error" role="alert" hidden></p>
<button type="submit" class="primary" id="submit">${former ? 'Reschedule event' : 'Schedule event'}</button>
</form>
</section>`;
}

function locationFields(eventType: EventType, location: string | null, former: Booking | undefined): Html {
  const all = locationsOf(eventType);
  const chosen = chosenLocation(eventType, former?.locationKind);
  const kinds = all.map(
    (each) =>
      html`<option value="${each.kind}"${each === chosen ? ' selected' : ''}>${locationName(each)}</option>`,
  );
  const isCall = all.some(({ kind }) => kind === 'outbound_call');
  return html`${all.length > 1 ? html`<div class="field"><label for="location-kind">Location</label><select id="location-kind">${kinds}</select></div>` : null}
${all.some(asksForLocation) ? field('location', isCall ? 'Phone number' : 'Where?', html`<input id="location" name="location" type="${isCall ? 'tel' : 'text'}" maxlength="500" aria-describedby="location-error" value="${location}">`) : null}`;
}

const LOCATION_NAMES: Partial<Record<Location['kind'], string>> = {
  ask_invitee: 'A place of your choice',
  outbound_call: 'We call you',
  google_conference: 'Google Meet',
  microsoft_teams_conference: 'Microsoft Teams',
  zoom_conference: 'Zoom',
};

const locationName = ({ kind, location }: Location): string => location ?? LOCATION_NAMES[kind] ?? kind;

function questionField({ name, type, required, choices = [] }: Question, id: string, answer = ''): Html {
  const given = answer.split('\n');
  const options = choices.map(
    (each) => html`<option${given.includes(each) ? ' selected' : ''}>${each}</option>`,
  );
  const input = type.endsWith('_select')
    ? html`<select id="${id}" name="${id}" aria-describedby="${id}-error"${type === 'multi_select' ? ' multiple' : ''}>${type === 'multi_select' ? null : html`<option value=""></option>`}${options}</select>`
    : type === 'text'
      ? html`<textarea id="${id}" name="${id}" rows="3" maxlength="2000" aria-describedby="${id}-error">${answer}</textarea>`
      : html`<input id="${id}" name="${id}" type="${type === 'phone_number' ? 'tel' : 'text'}" maxlength="2000" aria-describedby="${id}-error" value="${answer}">`;
  return field(id, required ? name : `${name} (optional)`, input);
}

function field(id: string, label: string, input: Html): Html {
  return html`<div class="field"><label for="${id}">${label}</label>${input}<p class="error" id="${id}-error" hidden></p></div>`;
}

function confirmedStep(): Html {
  return html`<section id="confirmed" aria-labelledby="confirmed-title" hidden>
<h2 id="confirmed-title" tabindex="-1">You are scheduled</h2>
<p>A calendar invitation would be on its way to <strong id="confirmed-email"></strong>.</p>
<p class="chosen" id="confirmed-time"></p>
<ul class="links">
<li><a id="calendar-file" download>Add to calendar (.ics)</a></li>
<li><a id="reschedule">Reschedule</a></li>
<li><a id="cancel">Cancel</a></li>
</ul>
</section>`;
}
