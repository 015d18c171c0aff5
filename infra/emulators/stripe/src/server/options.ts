import type { CommonOptions } from '@outharbor/emulator-kit/environment';
import type { ApiKeyOption, BackOff, WebhookEndpointOption } from '../kinds/changeable-settings.ts';
import type { Seed } from './seed.ts';

export interface StripeEmulatorOptions extends CommonOptions {
  /** 0, the default, picks a free port. */
  readonly controlPort?: number;
  /** Public origin of the hosted pages; the emulator's own origin when absent. */
  readonly publicUrl?: string;
  readonly portalUrl?: string;
  /** Path of the hosted pages; empty if they have their own origin. */
  readonly pagesPath?: string;
  /** The account's secret key. Its counterpart in the other mode, `sk_live_x` for `sk_test_x`, works too. */
  readonly secretKey?: string;
  /** The name of the business, as its customers see it. */
  readonly accountName?: string;
  /** The newest when absent. */
  readonly apiVersion?: string;
  readonly apiKeys?: readonly ApiKeyOption[];
  readonly webhookEndpoints?: readonly WebhookEndpointOption[];
  readonly seed?: Seed;
  /** URL of the official stripe-mock; requests that only it rejects are reported on standard error. */
  readonly stripeMockUrl?: string;
  /** Seconds for which a renewal invoice stays a draft before it is charged; an hour, as at Stripe, when absent. */
  readonly draftSeconds?: number;
  /** Days for which events and their deliveries are kept; 30, as at Stripe, when absent, and for good when null. */
  readonly eventDays?: number | null;
  /**
   * Any text: ids, secrets and times follow from it and from the order of the calls. The clock stands at the beginning of
   * 2026 until it is advanced. In memory only.
   */
  readonly repeatable?: string;
  readonly webhookBackOff?: BackOff;
  readonly webhookTimeoutMs?: number;
  readonly webhookFetch?: typeof fetch;
}
