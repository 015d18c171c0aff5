import Stripe from 'stripe';
import type { Config } from '../../config/config.ts';
import { createPriceFinder, type PriceFinder } from './prices.ts';

/** What every operation on Stripe needs. */
export interface StripeContext
  extends Pick<Config['stripe'], 'deployment' | 'tax' | 'livemode' | 'webhookSecrets' | 'timeoutMs'> {
  readonly stripe: Stripe;
  readonly prices: PriceFinder;
  /** The account and mode, once read. */
  account?: string;
}

export function createStripeContext(config: Config['stripe']): StripeContext {
  const stripe = createStripeClient(config);
  return { ...config, stripe, prices: createPriceFinder(stripe) };
}

/** Overrides the SDK's default timeout of 80 s per attempt, which is far too long for a user to wait. */
function createStripeClient(config: Config['stripe']): Stripe {
  const address = config.apiUrl === null ? undefined : new URL(config.apiUrl);
  return new Stripe(config.secretKey, {
    // Its timeout covers the whole call; that of Node.js's client starts again with each stage.
    httpClient: Stripe.createFetchHttpClient(async (input, init) => {
      const response = await fetch(input, init);
      const text = await response.text();
      const body = isAnswer(text, response.ok) ? text : 'not an object';
      return new Response(body, { status: response.status, headers: response.headers });
    }),
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

/**
 * The SDK ends the process, by throwing outside its promise, when a response is valid JSON but no object, and
 * passes on whatever else a proxy may have made of it. Treated as malformed JSON, such a response only fails
 * the call. So does an object without a field that decides over a plan: it would look as if the plan had ended.
 */
function isAnswer(text: string, isSuccess: boolean): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    const body: unknown = JSON.parse(text);
    return !isSuccess || isComplete(body);
  } catch {
    return false;
  }
}

/** What every object of the type has. */
const REQUIRED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['checkout.session', ['id']],
  ['customer', ['id']],
  ['invoice', ['id', 'created', 'currency', 'amount_due', 'total']],
  ['price', ['id', 'product']],
  ['subscription', ['id', 'created', 'items', 'metadata', 'start_date', 'status']],
  ['subscription_item', ['id', 'price', 'current_period_end']],
]);

/** The body and every element of a list name their type, and every object has what those of its type have. */
function isComplete(body: unknown): boolean {
  const found: unknown[] = [{ object: 'list', data: [body] }];
  for (const value of found) {
    if (typeof value !== 'object' || value === null) continue;
    const fields = new Map<string, unknown>(Object.entries(value));
    const type = fields.get('object');
    // The content of an event has the shape of the account's API version.
    if (type === 'event') continue;
    const data = fields.get('data');
    const isTyped =
      Array.isArray(data) &&
      data.every((one: { readonly object?: unknown } | null) => typeof one?.object === 'string');
    if ((type === 'list' || type === 'search_result') && !isTyped) return false;
    const required = REQUIRED.get(type) ?? [];
    if (required.some((name) => (fields.get(name) ?? null) === null)) return false;
    found.push(...fields.values());
  }
  return true;
}
