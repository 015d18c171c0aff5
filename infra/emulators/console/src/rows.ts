import type { RequestSummary } from '@outharbor/emulator-kit/request-log';
import type { Person } from './model/join-people.ts';
import type {
  bookingRow,
  eventRow,
  mailRow,
  paymentRow,
  schedulingWebhookRow,
  stripeWebhookRow,
} from './model/rows-in.ts';

/* What the server sends to the page. Instants are ISO strings. */

export const AREAS = ['people', 'payments', 'webhooks', 'events', 'bookings', 'mails', 'requests'] as const;
export type Area = (typeof AREAS)[number];

/** An unreachable service affects only its own part of the console. */
export type Part<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export type DeliveryService = 'stripe' | 'scheduling';

export const SERVICES = ['stripe', 'identity', 'database', 'scheduling'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The product's own server keeps no state here; its requests are known if it runs beside the emulators. */
export type RequestSource = ServiceName | 'api';

export interface RequestRow extends Omit<RequestSummary, 'id' | 'at'> {
  /** The service's name and its number for the request. */
  readonly id: string;
  readonly service: RequestSource;
  readonly at: string;
  /** By the machine's clock. */
  readonly realAt: string;
}

export interface RowsByArea {
  readonly people: Person['row'];
  readonly payments: ReturnType<typeof paymentRow>['row'];
  readonly webhooks: ReturnType<typeof stripeWebhookRow | typeof schedulingWebhookRow>['row'];
  readonly events: ReturnType<typeof eventRow>['row'];
  readonly bookings: ReturnType<typeof bookingRow>['row'];
  readonly mails: ReturnType<typeof mailRow>['row'];
  readonly requests: RequestRow;
}
export type WebhookRow = RowsByArea['webhooks'];

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
  /** Remaining requests that it affects; null while it lasts until switched off, or for seconds. */
  readonly left: number | null;
  readonly seconds?: number | undefined;
}

/** A state that is kept by name. */
export interface SnapshotRow {
  /** The name. */
  readonly id: string;
  /** By the machine's clock. */
  readonly at: string;
  /** How much of what, in words. */
  readonly holds: string;
  /** What was said of the act that came next, if it is the one before an act. */
  readonly said: string | undefined;
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
  readonly snapshots: readonly SnapshotRow[];
}

export interface ScenarioCard {
  readonly id: string;
  readonly title: string;
  readonly explains: string;
  /** Code that starts the scenario in a test, with a client of the control interface. */
  readonly code: string;
  /** Why it cannot start now; null when it can. */
  readonly lacks: string | null;
  /** What it acts on, of a person. */
  readonly object?: string;
  /** Asked first, because it takes money or cannot be undone. */
  readonly asks?: string;
}
