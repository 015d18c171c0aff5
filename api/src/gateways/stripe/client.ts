import Stripe from 'stripe';
import type { Config } from '../../config/config.ts';

/** Overrides the SDK's default timeout of 80 s per attempt, which is far too long for a user to wait. */
export function createStripeClient(config: Config['stripe']): Stripe {
  const address = config.apiUrl === null ? undefined : new URL(config.apiUrl);
  return new Stripe(config.secretKey, {
    // Its timeout covers the whole call; that of Node.js's client starts again with each stage.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: config.timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'https:' ? '443' : '80'),
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}
