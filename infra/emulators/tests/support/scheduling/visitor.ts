import { randomUUID } from 'node:crypto';
import type { BookingConfirmation, WidgetError } from '@outharbor/scheduling-emulator';

export interface BookingAnswer {
  readonly status: number;
  readonly body: BookingConfirmation & Partial<WidgetError>;
}

/** A visitor without a browser, who sends the same requests as the widget. */
export class Visitor {
  readonly #pagesUrl: string;

  constructor(emulatorUrl: string, pagesPath = '/emulated/scheduling') {
    this.#pagesUrl = `${emulatorUrl}${pagesPath}`;
  }

  async openTimes(from: string, to: string): Promise<string[]> {
    const query = new URLSearchParams({ from, to });
    const response = await fetch(`${this.#pagesUrl}/api/available-times?${query}`);
    return ((await response.json()) as { times: string[] }).times;
  }

  async book(start: string, changes: object = {}): Promise<BookingAnswer> {
    const response = await fetch(`${this.#pagesUrl}/api/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...bookingBody(start), ...changes }),
    });
    return { status: response.status, body: (await response.json()) as BookingAnswer['body'] };
  }
}

export function bookingBody(start: string): object {
  return {
    requestId: randomUUID(),
    start,
    timeZone: 'Europe/Berlin',
    name: 'Ada Okafor',
    email: 'ada@example.com',
    firstName: null,
    lastName: null,
    guests: [],
    location: null,
    answers: {},
    tracking: {
      utm_campaign: null,
      utm_source: null,
      utm_medium: null,
      utm_content: null,
      utm_term: null,
      salesforce_uuid: null,
    },
    reschedules: null,
  };
}
