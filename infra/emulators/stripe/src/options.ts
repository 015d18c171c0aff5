import type { ApiKeyOption } from './http/api-keys.ts';
import type { Seed } from './seed.ts';
import type { BackOff } from './webhooks/back-off.ts';
import type { WebhookEndpointOption } from './webhooks/configured-endpoints.ts';

export interface StripeEmulatorOptions {
  /** Port of the API and the hosted pages; 0 or absent for a random one. */
  readonly port?: number;
  /** Port of the control interface; 0 or absent for a random one. */
  readonly controlPort?: number;
  readonly host?: string;
  /** Origin of the public site, under which the hosted pages are reached; the emulator's own when absent. */
  readonly publicUrl?: string;
  /** Origin of the billing portal, where it is another one. */
  readonly portalUrl?: string;
  /** Path of the hosted pages on their origins; empty on origins of their own. */
  readonly pagesPath?: string;
  /** The account's own key. The same key of the other mode, `sk_live_x` for `sk_test_x`, is taken as well. */
  readonly secretKey?: string;
  /** The account's default version of the API; the newest when left out. */
  readonly apiVersion?: string;
  /** Further keys, restricted ones among them. */
  readonly apiKeys?: readonly ApiKeyOption[];
  readonly webhookEndpoints?: readonly WebhookEndpointOption[];
  /** Products and prices that both modes start with; none when absent. */
  readonly seed?: Seed;
  /** Where the state is kept between runs; in memory alone when absent. */
  readonly dataDir?: string;
  /** Address of the official stripe-mock, which then checks every request first. */
  readonly stripeMockUrl?: string;
  readonly webhookBackOff?: BackOff;
  readonly webhookTimeoutMs?: number;
  /** What webhooks are sent with, in the place of `fetch`. */
  readonly webhookFetch?: typeof fetch;
}

/** What may be set after the start, when other parts have found their ports. */
export interface LateSettings {
  readonly publicUrl?: string;
  readonly webhookEndpoints?: readonly WebhookEndpointOption[];
  readonly apiKeys?: readonly ApiKeyOption[];
}
