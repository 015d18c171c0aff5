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

/** Of a longer body the log keeps only the beginning. */
export const KEPT_BYTES = 8 * 1024;

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
