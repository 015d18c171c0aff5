import type { Metadata } from './catalogue-entities.ts';

export interface WebhookEndpoint {
  readonly id: string;
  readonly created: number;
  readonly url: string;
  readonly secret: string;
  readonly enabledEvents: readonly string[];
  readonly enabled: boolean;
  /** Comes from the configuration, and goes with it; others are the API's. */
  readonly configured: boolean;
  readonly description: string | null;
  readonly metadata: Metadata;
  /** The version in which its events are sent; the account's default when absent. */
  readonly apiVersion?: string;
}

export interface StoredEvent {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  /** The event as JSON on one line: most events are kept and never sent. */
  readonly payload: string;
}

export interface DeliveryAttempt {
  /** Milliseconds of the machine's own clock. */
  readonly at: number;
  readonly durationMs: number;
  readonly signature: string;
  readonly status: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly endpoint: string;
  /** The event in the endpoint's own version; the event's own payload when absent. */
  readonly payload?: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  /** Held back on request until it is released. */
  readonly held: boolean;
  /** Milliseconds of the machine's own clock; meaningful while pending. */
  readonly nextAttemptAt: number;
  readonly attempts: readonly DeliveryAttempt[];
}

/** One delivery per event and endpoint; redelivering adds attempts to it. */
export function deliveryId(event: string, endpoint: string): string {
  return `${event}.${endpoint}`;
}
