import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';

/** URLs of a stack started for a load test. */
export interface ServedStack {
  readonly url: string;
  readonly stripeControlUrl: string;
}

const stack = await startEmbeddedStack({
  logLevel: 'warn',
  apiEnvironment: { RATE_LIMIT_PER_MINUTE: '9999999', RECONCILE_INTERVAL_SECONDS: '0' },
});
process.once('disconnect', () => void stack.close());
const served: ServedStack = { url: stack.url, stripeControlUrl: stack.stripe.controlUrl };
process.send?.(served);
