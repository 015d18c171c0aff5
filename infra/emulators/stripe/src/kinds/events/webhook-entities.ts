import type Stripe from 'stripe';
import type { Entity, Kept, Labelled } from '../store/kind-type.ts';

type Shown = Pick<Kept<Stripe.WebhookEndpoint>, 'api_version' | 'description' | 'enabled_events' | 'url'>;

export interface WebhookEndpoint extends Labelled, Shown {
  readonly secret: string;
  readonly status: 'disabled' | 'enabled';
  /** True for endpoints from the configuration, which manages their lifetime; others come from the API. */
  readonly configured: boolean;
  /** True if it receives the events of connected accounts instead of the account's own. */
  readonly connect?: boolean;
}

/** A receiver that no address has. */
export interface Listener extends WebhookEndpoint {
  readonly send: typeof fetch;
  /** What it gets of an event's JSON text, if not all. */
  readonly shape?: (body: string) => string;
}

export interface EventSubject {
  /** The id of the object that changed; null if it has none. */
  readonly object: string | null;
  readonly customer: string | null;
}

export interface StoredEvent extends Entity {
  readonly type: string;
  readonly subject: EventSubject;
  /** Serialized JSON, because most events are stored and never sent. */
  readonly payload: string;
}

export interface DeliveryAttempt {
  /** Milliseconds on the machine's clock, like `nextAttemptAt`. */
  readonly at: number;
  readonly durationMs: number;
  readonly signature: string;
  readonly status: number | null;
  readonly responseBody: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly endpoint: string;
  /** In the endpoint's API version; absent if the event's own payload fits. */
  readonly payload?: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly held: boolean;
  readonly nextAttemptAt: number;
  readonly attempts: readonly DeliveryAttempt[];
}

export function deliveryId(event: string, endpoint: string): string {
  return `${event}.${endpoint}`;
}
