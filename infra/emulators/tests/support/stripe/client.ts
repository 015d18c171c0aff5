import type { StripeEmulator } from '@outharbor/stripe-emulator';
import Stripe from 'stripe';

/** The unmodified SDK, pointed at the emulator. */
export function clientOf(
  { port }: Pick<StripeEmulator, 'port'>,
  settings: Stripe.StripeConfig = {},
  key = 'sk_test_emulated',
): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 10_000,
    ...settings,
  });
}
