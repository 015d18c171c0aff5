import type { RequestSummary } from '@outharbor/emulator-kit/request-log';

/* What the server sends to the page. Instants are ISO strings. */

export const AREAS = ['people', 'payments', 'webhooks', 'events', 'bookings', 'mails', 'requests'] as const;
export type Area = (typeof AREAS)[number];

/** An unreachable service affects only its own part of the console. */
export type Part<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface PersonRow {
  /** The uid, or the id of a customer without an account, or the address of somebody who only booked. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly state: string;
  readonly plan: string | null;
  /** When the paid period ends. */
  readonly until: string | null;
  readonly cancels: boolean;
  readonly at: string | null;
}

export interface PaymentRow {
  readonly id: string;
  readonly kind: 'session' | 'subscription' | 'invoice' | 'charge' | 'refund' | 'dispute';
  readonly state: string;
  readonly amount: string;
  readonly email: string | null;
  readonly person: string | null;
  readonly at: string;
  /** The hosted page of an open checkout session. */
  readonly url: string | null;
  /** What is left of a charge to be refunded. */
  readonly refundable: number | null;
}

export type DeliveryService = 'stripe' | 'scheduling';

export interface WebhookRow {
  readonly id: string;
  readonly service: DeliveryService;
  readonly event: string;
  readonly eventId: string | null;
  readonly url: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  /** The beginning of the last answer, or why there was none. */
  readonly answer: string | null;
  /** By the machine's clock; null when no attempt is planned. */
  readonly nextAt: string | null;
  /** What the answers named the attempts. */
  readonly requestIds: readonly string[];
  readonly person: string | null;
  readonly email: string | null;
  readonly at: string;
}

export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly object: string | null;
  readonly person: string | null;
  readonly email: string | null;
  readonly at: string;
}

export interface BookingRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly start: string;
  readonly state: string;
  readonly person: string;
  readonly at: string;
}

export interface MailRow {
  readonly id: string;
  readonly to: string;
  readonly kind: string;
  readonly link: string;
  readonly person: string | null;
  readonly at: string | null;
}

export const SERVICES = ['stripe', 'identity', 'database', 'scheduling'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The product's own server keeps no state here; its requests are known if it runs beside the emulators. */
export type RequestSource = ServiceName | 'api';

type RequestOutcome = 'method' | 'url' | 'status' | 'durationMs' | 'reason' | 'requestId';

export interface RequestRow extends Pick<RequestSummary, RequestOutcome> {
  /** The service's name and its number for the request. */
  readonly id: string;
  readonly service: RequestSource;
  readonly at: string;
  /** By the machine's clock. */
  readonly realAt: string;
}

export interface RowsByArea {
  readonly people: PersonRow;
  readonly payments: PaymentRow;
  readonly webhooks: WebhookRow;
  readonly events: EventRow;
  readonly bookings: BookingRow;
  readonly mails: MailRow;
  readonly requests: RequestRow;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Matching the search and the filter. */
  readonly total: number;
  /** How many rows match the search, by state. */
  readonly filters: Readonly<Record<string, number>>;
  /** Why the list may be incomplete. */
  readonly missing: readonly string[];
}

export interface Found {
  readonly area: Area;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly at: string | null;
}

export interface TimelineEntry {
  readonly id: string;
  readonly at: string;
  /** By the machine's clock, where that is another. */
  readonly realAt?: string;
  readonly service: RequestSource;
  readonly what: string;
  readonly detail: string;
  /** The area and the id of the whole entry. */
  readonly area: Area;
  readonly of: string;
}

/** Something that people have a name for, such as a payment, with everything that belongs to it. */
export interface Step {
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly detail: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'idle';
  readonly group: 'account' | 'payments' | 'calls' | 'mails' | 'requests';
  /** In order of cause and effect. */
  readonly entries: readonly TimelineEntry[];
  /** How often the same happened in a row; only the last entries are kept. */
  readonly times: number;
}

/** A link of the chain from a payment to the plan. */
export interface Link {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly to: readonly [place: string, id?: string];
}

export interface ServiceHealth {
  readonly name: ServiceName;
  readonly ok: boolean;
  readonly detail: string;
}

export interface RunningScenario {
  readonly id: string;
  readonly title: string;
  /** When the console ends it; null while it lasts until somebody ends it. */
  readonly until: string | null;
  /** Why it ended or could not end by itself. */
  readonly problem: string | null;
}

export interface FaultRow {
  readonly id: string;
  readonly service: DeliveryService;
  readonly target: string;
  readonly mode: string;
  /** Remaining requests that it affects; null while it lasts until switched off. */
  readonly left: number | null;
}

/** What a reading of one thing resolves with. */
export type Detail<Read extends (...given: never[]) => unknown> = NonNullable<Awaited<ReturnType<Read>>>;

/** A call that the emulator does not support. */
export interface UnsupportedRow {
  readonly call: string;
  readonly param: string | null;
  readonly count: number;
}

/** How far a long action is. */
export interface Progress {
  readonly what: string;
  readonly done: number;
  readonly of: number;
}

/** What every page shows; streamed when it changes. */
export interface Overview {
  readonly siteUrl: string | null;
  /** Namespaces created by test suite workers. */
  readonly namespaces: Part<readonly string[]>;
  readonly seedable: boolean;
  readonly services: readonly ServiceHealth[];
  /** How many milliseconds the clocks are ahead of the machine's; null for a service that does not answer. */
  readonly clocks: Readonly<Record<DeliveryService, number | null>>;
  /** After how many days events expire; null while they are kept for good. */
  readonly eventDays: number | null;
  readonly counts: Readonly<Record<Area, number | null>>;
  /** Changes whenever the rows of an area change. */
  readonly versions: Readonly<Record<Area | 'database', string>>;
  /** Null, like the counts, while the services are read for the first time. */
  readonly recent: readonly TimelineEntry[] | null;
  readonly running: readonly RunningScenario[];
  /** Null when nothing long is under way. */
  readonly working: Progress | null;
  readonly faults: readonly FaultRow[];
  readonly faultChoices: Readonly<
    Record<DeliveryService, { readonly targets: readonly string[]; readonly modes: readonly string[] }>
  >;
  readonly unsupported: readonly UnsupportedRow[];
}

export interface ScenarioCard {
  readonly id: string;
  readonly title: string;
  readonly explains: string;
  readonly lasts: boolean;
  /** Code that starts the scenario in a test, with a client of the control interface. */
  readonly code: string;
  /** Why it cannot start now; null when it can. */
  readonly lacks: string | null;
  /** What it acts on, of a person. */
  readonly object?: string;
  /** Asked first, because it takes money or cannot be undone. */
  readonly asks?: string;
}
