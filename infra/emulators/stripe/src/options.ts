import type { ApiKeyOption } from './http/api-keys.ts';
import type { Seed } from './seed.ts';
import type { BackOff } from './webhooks/back-off.ts';
import type { WebhookEndpointOption } from './webhooks/configured-endpoints.ts';

export interface StripeEmulatorOptions {
  /** Port of the API and the hosted pages; 0, the default, takes any free port. */
  readonly port?: number;
  /** Port of the control interface; 0, the default, takes any free port. */
  readonly controlPort?: number;
  readonly host?: string;
  /** Origin under which the hosted pages are reached; the emulator's own when absent. */
  readonly publicUrl?: string;
  /** Origin of the billing portal, when it is another one. */
  readonly portalUrl?: string;
  /** Path of the hosted pages on their origin; empty when they have an origin of their own. */
  readonly pagesPath?: string;
  /** The account's secret key. The same key of the other mode, `sk_live_x` for `sk_test_x`, is accepted too. */
  readonly secretKey?: string;
  /** The account's default API version; the newest when absent. */
  readonly apiVersion?: string;
  /** More keys, such as restricted ones. */
  readonly apiKeys?: readonly ApiKeyOption[];
  readonly webhookEndpoints?: readonly WebhookEndpointOption[];
  /** Products and prices in both modes at the start; none when absent. */
  readonly seed?: Seed;
  /** Where the state is kept between runs; in memory alone when absent. */
  readonly dataDir?: string;
  /** URL of the official stripe-mock, which then validates every request first. */
  readonly stripeMockUrl?: string;
  readonly webhookBackOff?: BackOff;
  readonly webhookTimeoutMs?: number;
  /** Sends webhooks instead of `fetch`. */
  readonly webhookFetch?: typeof fetch;
}

/** What may be set after the start, when other ports are known. */
export interface LateSettings {
  readonly publicUrl?: string;
  readonly webhookEndpoints?: readonly WebhookEndpointOption[];
  readonly apiKeys?: readonly ApiKeyOption[];
}
