/** Everything the console shows, as the server sends it to the page. Instants are ISO strings. */
export interface Snapshot {
  readonly siteUrl: string | null;
  /** Namespaces created by test suite workers. */
  readonly namespaces: Part<readonly string[]>;
  readonly seedable: boolean;
  readonly clocks: Part<Clocks>;
  readonly accounts: Part<readonly Account[]>;
  readonly database: Part<DatabaseValue>;
  readonly stripe: Part<StripeSnapshot>;
  readonly scheduling: Part<SchedulingSnapshot>;
  readonly mails: Part<readonly Mail[]>;
}

/** An unreachable service affects only its own part of the console. */
export type Part<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  readonly disabled: boolean;
}

export type DatabaseValue = string | number | boolean | null | { readonly [key: string]: DatabaseValue };

export interface Clocks {
  readonly stripe: string;
  readonly scheduling: string;
}

export interface StripeSnapshot {
  readonly sessions: readonly CheckoutSessionRow[];
  readonly subscriptions: readonly SubscriptionRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly faults: readonly FaultRow[];
  readonly faultChoices: FaultChoices;
  readonly unsupported: readonly UnsupportedRow[];
}

/** A call that the emulator does not support. */
export interface UnsupportedRow {
  readonly call: string;
  readonly param: string | null;
  readonly count: number;
}

export interface SchedulingSnapshot {
  readonly bookings: readonly BookingRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly faults: readonly FaultRow[];
  readonly faultChoices: FaultChoices;
}

export interface CheckoutSessionRow {
  readonly id: string;
  readonly status: string;
  readonly paymentStatus: string;
  readonly email: string | null;
  readonly amount: string;
  readonly createdAt: string;
  /** The hosted page, while the session is open. */
  readonly url: string | null;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly status: string;
  readonly email: string | null;
  readonly plan: string;
  readonly renewsAt: string;
  readonly cancelAtPeriodEnd: boolean;
}

export interface DeliveryRow {
  readonly id: string;
  readonly event: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly AttemptRow[];
}

interface AttemptRow {
  readonly at: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly answer: string;
}

export interface BookingRow {
  readonly inviteeId: string;
  readonly name: string;
  readonly email: string;
  readonly start: string;
  readonly status: 'active' | 'canceled';
  readonly rescheduled: boolean;
}

export interface FaultRow {
  readonly id: string;
  readonly target: string;
  readonly mode: string;
  /** Remaining requests that it affects; null while it lasts until switched off. */
  readonly left: number | null;
}

export interface FaultChoices {
  readonly targets: readonly string[];
  readonly modes: readonly string[];
}

/** An email that the identity provider would have sent. */
export interface Mail {
  readonly to: string;
  readonly kind: string;
  readonly link: string;
}
