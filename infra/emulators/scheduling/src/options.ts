import type { EventType } from './schedule/event-type.ts';
import type { WebhookEvent } from './webhooks/delivery.ts';

export const DEFAULT_API_TOKEN = 'emulated-token';
export const DEFAULT_PAGES_PATH = '/emulated/scheduling';

export interface SchedulingEmulatorOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly controlPort?: number;
  readonly host?: string;
  /** Where the public API is reached, for the addresses in its answers; the emulator's own address when absent. */
  readonly apiUrl?: string;
  /** The origin that visitors use; the emulator's own when absent. */
  readonly publicUrl?: string;
  readonly pagesPath?: string;
  /** Where the state is kept between runs; in memory alone when absent. */
  readonly dataDir?: string;
  readonly apiToken?: string;
  readonly webhookEndpoints?: readonly WebhookEndpoint[];
  /** Delays between the attempts of a webhook delivery. */
  readonly retryDelaysMs?: readonly number[];
  /** What can be booked; an introductory call when absent. */
  readonly eventType?: EventType;
  readonly now?: () => Date;
}

export interface WebhookEndpoint {
  readonly url: string;
  readonly signingKey: string;
  readonly events?: readonly WebhookEvent[];
}
