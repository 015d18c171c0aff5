import { type Tracking, trackingOf } from '../bookings/booking.ts';
import type { ColorQuery } from './theme.ts';

/** The frame URL's query, as the embedding library writes it. */
export interface EmbedQuery {
  readonly colors: ColorQuery;
  readonly hideEventTypeDetails: boolean;
  readonly hideLandingPageDetails: boolean;
  readonly hideGdprBanner: boolean;
  readonly embedType: string | null;
  /** Messages are posted to the parent only when this is set. */
  readonly embedDomain: string | null;
  readonly prefill: Prefill;
  readonly tracking: Tracking;
}

export interface Prefill {
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly guests: readonly string[];
  readonly location: string | null;
  /** YYYY-MM-DD in the visitor's own zone. */
  readonly date: string | null;
  /** YYYY-MM: the month that the calendar shows first. */
  readonly month: string | null;
  readonly answers: Readonly<Record<string, string>>;
}

const MAX_VALUE_LENGTH = 500;

/** The raw query: the first value of a repeated key counts, instead of Fastify's array. */
export function readSearch({ url }: { readonly url: string }): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start));
}

export function parseEmbedQuery(search: URLSearchParams): EmbedQuery {
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
    embedDomain: text('embed_domain'),
    prefill: parsePrefill(text),
    tracking: trackingOf(text),
  };
}

function parsePrefill(text: (key: string) => string | null): Prefill {
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
    date: date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    month: month !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : null,
    answers,
  };
}
