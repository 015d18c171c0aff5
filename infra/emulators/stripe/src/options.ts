import type { Seed } from './seed.ts';
import type { BackOff } from './webhooks/back-off.ts';

export interface WebhookEndpointOption {
  readonly url: string;
  readonly secret: string;
  /** Types of events to send; all when left out. */
  readonly enabledEvents?: readonly string[];
}

export interface StripeEmulatorOptions {
  /** Port of the API and the hosted pages; 0 or absent for a random one. */
  readonly port?: number;
  /** Port of the control interface; 0 or absent for a random one. */
  readonly controlPort?: number;
  readonly host?: string;
  /** Origin of the public site, under which the hosted pages are reached; the emulator's own when absent. */
  readonly publicUrl?: string;
  /** Path of the hosted pages on that origin. */
  readonly pagesPath?: string;
  readonly secretKey?: string;
  readonly webhookEndpoints?: readonly WebhookEndpointOption[];
  readonly seed?: Seed;
  /** Where the state is kept between runs; in memory alone when absent. */
  readonly dataDir?: string;
  /** Address of the official stripe-mock, which then checks every request first. */
  readonly stripeMockUrl?: string;
  readonly webhookBackOff?: BackOff;
  readonly webhookTimeoutMs?: number;
}

/** What may be set after the start, when other parts have found their ports. */
export interface LateSettings {
  readonly publicUrl?: string;
  readonly webhookEndpoints?: readonly WebhookEndpointOption[];
}
