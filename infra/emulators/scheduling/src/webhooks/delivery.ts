export const WEBHOOK_EVENTS = [
  'invitee.created',
  'invitee.canceled',
  'invitee_no_show.created',
  'invitee_no_show.deleted',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Events of Calendly's that the emulator has no objects for. */
const UNSUPPORTED_EVENT = /^(event_type|routing_form_submission|meeting_recap|contact)\.[a-z_]+$/;

export function isUnsupportedEvent(event: unknown): boolean {
  return typeof event === 'string' && UNSUPPORTED_EVENT.test(event);
}

export const WEBHOOK_SCOPES = ['organization', 'user'] as const;
export type WebhookScope = (typeof WEBHOOK_SCOPES)[number];

export interface WebhookSubscription {
  readonly id: string;
  readonly url: string;
  /** Without one, deliveries are not signed. */
  readonly signingKey?: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: string;
  /** `organization` when absent. */
  readonly scope?: WebhookScope;
  /** When a delivery last failed for the first time. */
  readonly retryStartedAt?: string;
  /** When the retries of a delivery ran out. Nothing is sent from then on. */
  readonly disabledAt?: string;
}

interface DeliveryAttempt {
  readonly at: string;
  readonly signature: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly answer: string;
  /** The headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly durationMs: number;
}

export interface Delivery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  readonly body: string;
  readonly createdAt: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
}
