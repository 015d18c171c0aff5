import type { EventType } from './schedule/event-type.ts';

const USER_ID = 'HOST000000000001';
const ORGANIZATION_ID = 'ORGANIZATION0001';
const eventTypeId = (index: number) => `EVENTTYPE${String(index + 1).padStart(7, '0')}`;

export interface AddressesOptions {
  readonly eventType: EventType;
  /** Public origin that visitors use; defaults to the emulator's own. */
  readonly publicUrl: string | undefined;
  readonly pagesPath: string;
}

interface Origins {
  publicUrl: string | undefined;
  apiUrl: string;
}

/** Builds all URLs. Only ids are stored, so URLs follow a change of port or origin. */
export class Addresses {
  readonly #options: AddressesOptions;
  readonly #origins: Origins;
  readonly #index: number;

  constructor(
    options: AddressesOptions,
    index = 0,
    origins: Origins = { publicUrl: options.publicUrl, apiUrl: '' },
  ) {
    this.#options = options;
    this.#index = index;
    this.#origins = origins;
  }

  /** The addresses with another event type, which follow the same changes of port and origin. */
  withEventType(eventType: EventType, index: number): Addresses {
    return new Addresses({ ...this.#options, eventType }, index, this.#origins);
  }

  get apiUrl(): string {
    return this.#origins.apiUrl;
  }

  set apiUrl(url: string) {
    this.#origins.apiUrl = url;
  }

  get publicUrl(): string | undefined {
    return this.#origins.publicUrl;
  }

  set publicUrl(url: string) {
    this.#origins.publicUrl = url.replace(/\/+$/, '');
  }

  get pagesUrl(): string {
    return `${this.#origins.publicUrl ?? this.#origins.apiUrl}${this.#options.pagesPath}`;
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
    return `${this.#origins.apiUrl}/users/${USER_ID}`;
  }

  get organization(): string {
    return `${this.#origins.apiUrl}/organizations/${ORGANIZATION_ID}`;
  }

  get eventType(): string {
    return `${this.#origins.apiUrl}/event_types/${eventTypeId(this.#index)}`;
  }

  event(eventId: string): string {
    return `${this.#origins.apiUrl}/scheduled_events/${eventId}`;
  }

  invitee(ids: { eventId: string; inviteeId: string }): string {
    return `${this.event(ids.eventId)}/invitees/${ids.inviteeId}`;
  }

  noShow(inviteeId: string): string {
    return `${this.#origins.apiUrl}/invitee_no_shows/${inviteeId}`;
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
    return `${this.#origins.apiUrl}/webhook_subscriptions/${id}`;
  }
}
