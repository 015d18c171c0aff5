import type { CommonOptions } from '@outharbor/emulator-kit/environment';
import type { EventType, FurtherEventType } from './schedule/event-type.ts';
import type { WebhookEvent } from './webhooks/delivery.ts';

export const DEFAULT_API_TOKEN = 'emulated-token';
export const DEFAULT_PAGES_PATH = '/emulated/scheduling';

export interface SchedulingEmulatorOptions extends CommonOptions {
  /** 0, the default, picks a free port. */
  readonly controlPort?: number;
  /** Public URL of the API, for the URIs in its answers; the emulator's own URL when absent. */
  readonly apiUrl?: string;
  /** Origin that visitors use; the emulator's own origin when absent. */
  readonly publicUrl?: string;
  readonly pagesPath?: string;
  readonly apiToken?: string;
  readonly webhookEndpoints?: readonly WebhookEndpoint[];
  readonly retryDelaysMs?: readonly number[];
  /** The event type that can be booked; an introductory call when absent. */
  readonly eventType?: EventType;
  readonly eventTypes?: readonly FurtherEventType[];
  readonly now?: () => Date;
}

export interface WebhookEndpoint {
  readonly url: string;
  readonly signingKey: string;
  readonly events?: readonly WebhookEvent[];
}
