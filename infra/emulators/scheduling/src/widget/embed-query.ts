import { trackingOf } from '../bookings/booking.ts';

export type EmbedQuery = ReturnType<typeof parseEmbedQuery>;
export type Prefill = ReturnType<typeof parsePrefill>;

const MAX_VALUE_LENGTH = 500;

/** The raw query: the first value of a repeated key counts, instead of Fastify's array. */
export function readSearch({ url }: { readonly url: string }): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start));
}

/** The frame URL's query, as the embedding library writes it. */
export function parseEmbedQuery(search: URLSearchParams) {
  const text = (key: string): string | null => search.get(key)?.slice(0, MAX_VALUE_LENGTH) || null;
  return {
    colors: {
      background_color: text('background_color') ?? undefined,
      text_color: text('text_color') ?? undefined,
      primary_color: text('primary_color') ?? undefined,
    },
    hideEventTypeDetails: text('hide_event_type_details') === '1',
    hideLandingPageDetails: text('hide_landing_page_details') === '1',
    hideGdprBanner: text('hide_gdpr_banner') === '1',
    embedType: text('embed_type'),
    /** Messages are posted to the parent only when this is set. */
    embedDomain: text('embed_domain'),
    prefill: parsePrefill(text),
    tracking: trackingOf(text),
  };
}

function parsePrefill(text: (key: string) => string | null) {
  const firstName = text('first_name');
  const lastName = text('last_name');
  const date = text('date');
  const month = text('month');
  const answers: Record<string, string> = {};
  for (let number = 1; number <= 10; number += 1) {
    const answer = text(`a${number}`);
    if (answer !== null) answers[`a${number}`] = answer;
  }
  return {
    name: text('name') ?? [firstName, lastName].filter(Boolean).join(' '),
    firstName,
    lastName,
    email: text('email') ?? '',
    guests:
      text('guests')
        ?.split(',')
        .map((guest) => guest.trim())
        .filter(Boolean) ?? [],
    location: text('location'),
    /** YYYY-MM-DD in the visitor's own zone. */
    date: date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    /** YYYY-MM: the month that the calendar shows first. */
    month: month !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : null,
    answers,
  };
}
