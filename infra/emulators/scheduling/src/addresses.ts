import type { EventType } from './schedule/event-type.ts';

const USER_ID = 'HOST000000000001';
const ORGANIZATION_ID = 'ORGANIZATION0001';
const EVENT_TYPE_ID = 'EVENTTYPE0000001';

export interface AddressesOptions {
  readonly eventType: EventType;
  /** Public origin that visitors use; defaults to the emulator's own. */
  readonly publicUrl: string | undefined;
  readonly pagesPath: string;
}

/** Builds all URLs. Only ids are stored, so URLs follow a change of port or origin. */
export class Addresses {
  readonly #options: AddressesOptions;
  #publicUrl: string | undefined;
  #apiUrl = '';

  constructor(options: AddressesOptions) {
    this.#options = options;
    this.#publicUrl = options.publicUrl;
  }

  get apiUrl(): string {
    return this.#apiUrl;
  }

  set apiUrl(url: string) {
    this.#apiUrl = url;
  }

  get publicUrl(): string | undefined {
    return this.#publicUrl;
  }

  set publicUrl(url: string) {
    this.#publicUrl = url.replace(/\/+$/, '');
  }

  get pagesUrl(): string {
    return `${this.#publicUrl ?? this.#apiUrl}${this.#options.pagesPath}`;
  }

  get eventTypeUrl(): string {
    return `${this.pagesUrl}/${this.#options.eventType.account}/${this.#options.eventType.slug}`;
  }

  /** Of the page that begins with the form for this time. */
  timeUrl(start: string): string {
    const date = start.slice(0, 'YYYY-MM-DD'.length);
    return `${this.eventTypeUrl}/${start.replace('.000', '')}?month=${date.slice(0, 'YYYY-MM'.length)}&date=${date}`;
  }

  get profileUrl(): string {
    return `${this.pagesUrl}/${this.#options.eventType.account}`;
  }

  get user(): string {
    return `${this.#apiUrl}/users/${USER_ID}`;
  }

  get organization(): string {
    return `${this.#apiUrl}/organizations/${ORGANIZATION_ID}`;
  }

  get eventType(): string {
    return `${this.#apiUrl}/event_types/${EVENT_TYPE_ID}`;
  }

  event(eventId: string): string {
    return `${this.#apiUrl}/scheduled_events/${eventId}`;
  }

  invitee(ids: { eventId: string; inviteeId: string }): string {
    return `${this.event(ids.eventId)}/invitees/${ids.inviteeId}`;
  }

  noShow(inviteeId: string): string {
    return `${this.#apiUrl}/invitee_no_shows/${inviteeId}`;
  }

  /** Of the page that books once. */
  link(id: string): string {
    return `${this.pagesUrl}/d/${id}/${this.#options.eventType.slug}`;
  }

  cancel(inviteeId: string): string {
    return `${this.pagesUrl}/cancellations/${inviteeId}`;
  }

  reschedule(inviteeId: string): string {
    return `${this.pagesUrl}/reschedulings/${inviteeId}`;
  }

  booked(inviteeId: string): string {
    return `${this.pagesUrl}/invitees/${inviteeId}`;
  }

  calendarFile(inviteeId: string): string {
    return `${this.pagesUrl}/invitees/${inviteeId}/${this.#options.eventType.slug}.ics`;
  }

  webhookSubscription(id: string): string {
    return `${this.#apiUrl}/webhook_subscriptions/${id}`;
  }
}
