import type { PlanName } from '@outharbor/contract/plans';
import Stripe from 'stripe';
import type { Config } from '../../config/config.ts';
import { isForbidden } from './errors.ts';

/** What every operation on Stripe needs. */
export interface StripeContext
  extends Pick<Config['stripe'], 'deployment' | 'tax' | 'livemode' | 'webhookSecrets' | 'timeoutMs'> {
  readonly stripe: Stripe;
  /** The price of each plan for sale, once read. */
  prices?: { readonly ofPlan: ReadonlyMap<PlanName, string>; readonly until: number };
  /** The account and mode, once read. */
  account?: string;
  /** Stripe's time by its latest answer, in Unix seconds. Only this is compared with times of Stripe's objects. */
  readonly now: () => number;
}

export function createStripeContext(config: Config['stripe']): StripeContext {
  let aheadMs = 0;
  const stripe = createStripeClient(config, (date) => {
    aheadMs = Date.now() - date;
  });
  const now = () => (Date.now() - aheadMs) / 1000;
  return { ...config, stripe, now };
}

/** The account and mode that customers belong to. A restricted key may lack permission to read the account. */
export async function readAccountName(context: StripeContext): Promise<string> {
  if (context.account !== undefined) return context.account;
  const mode = context.livemode ? 'live' : 'test';
  try {
    const { id } = await context.stripe.accounts.retrieveCurrent();
    context.account = `${id}/${mode}`;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    context.account = mode;
  }
  return context.account;
}

/** Overrides the SDK's default timeout of 80 s per attempt, which is far too long for a user to wait. */
function createStripeClient(config: Config['stripe'], noteTime: (date: number) => void): Stripe {
  return new Stripe(config.secretKey, {
    // Its timeout covers the whole call; that of Node.js's client starts again with each stage.
    httpClient: Stripe.createFetchHttpClient(async (input, init) => {
      const response = await fetch(input, init);
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) noteTime(date);
      const text = await response.text();
      const call = { method: init?.method ?? 'GET', path: new URL(String(input)).pathname };
      const body = isAnswer(call, response, text) ? text : 'not an object';
      return new Response(body, { status: response.status, headers: response.headers });
    }),
    timeout: config.timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...stripeAddress(config.apiUrl ?? undefined),
  });
}

/** The SDK's options for another address than Stripe's. */
export function stripeAddress(apiUrl: string | undefined): Stripe.StripeConfig {
  if (!apiUrl) return {};
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return {
    host,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
  };
}

/** The path of a call that answers with the object that it names, or with a list of them. */
const CALL = /^\/v1\/(?<kind>(?:checkout\/|billing_portal\/)?[a-z_]+?)s?(?:\/(?<id>[^/]+)(?:\/\w+(?<!s))?)?$/;

/**
 * The SDK ends the process, by throwing outside its promise, when a response is valid JSON but no object, and
 * passes on whatever else a proxy may have made of it. Treated as malformed JSON, such a response only fails
 * the call. So does an object without a field that decides over a plan: it would look as if the plan had ended.
 */
function isAnswer(
  { method, path }: { readonly method: string; readonly path: string },
  { ok }: Pick<Response, 'ok'>,
  text: string,
): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    const body = JSON.parse(text) as { readonly object?: unknown; readonly error?: unknown };
    // The SDK takes a failure without an error for an answer.
    if (!ok) return body.error !== undefined;
    const { kind = '', id } = CALL.exec(path)?.groups ?? {};
    const isList = id === undefined && method === 'GET' && kind !== 'account';
    const type = id === 'search' ? 'search_result' : isList ? 'list' : kind.replace('/', '.');
    return (kind === '' || type === body.object) && isComplete(body);
  } catch {
    return false;
  }
}

/** What the API reads of each type, and is never null. */
const REQUIRED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['account', ['id']],
  ['billing_portal.session', ['id', 'url']],
  ['charge', ['id', 'amount', 'amount_refunded', 'captured', 'currency', 'disputed', 'paid']],
  ['checkout.session', ['id', 'expires_at', 'payment_status', 'status']],
  ['customer', ['id', 'balance', 'metadata']],
  ['customer_balance_transaction', ['amount', 'currency', 'ending_balance']],
  ['deleted', ['id']],
  ['dispute', ['id', 'status']],
  ['invoice', 'id amount_due amount_paid amount_remaining created currency lines status total'.split(' ')],
  ['invoice_payment', ['invoice', 'payment', 'status']],
  ['line_item', ['period']],
  ['list', ['data', 'has_more']],
  ['payment_method', ['id', 'created']],
  ['price', ['id', 'currency', 'product']],
  ['refund', ['id', 'amount', 'currency']],
  ['search_result', ['data', 'has_more']],
  [
    'subscription',
    'id cancel_at_period_end collection_method created customer items metadata start_date status'.split(' '),
  ],
  ['subscription_item', ['id', 'current_period_end', 'current_period_start', 'price']],
]);

/** What it reads and may be null, but not absent. */
const NULLABLE: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['charge', ['payment_intent']],
  ['checkout.session', ['customer', 'metadata', 'subscription', 'url']],
  ['invoice', ['billing_reason', 'parent']],
  ['price', ['lookup_key', 'recurring', 'unit_amount']],
  ['refund', ['metadata', 'status']],
  ['subscription', ['cancel_at', 'latest_invoice', 'pause_collection']],
]);

/** The body and every element of a list name their type, and every object has what those of its type have. */
function isComplete(body: unknown): boolean {
  const found: unknown[] = [{ object: 'list', data: [body], has_more: false }];
  for (const value of found) {
    if (typeof value !== 'object' || value === null) continue;
    const fields = new Map<string, unknown>(Object.entries(value));
    const type = fields.get('object');
    // The content of an event has the shape of the account's API version.
    if (type === 'event') continue;
    const data = fields.get('data');
    // One malformed event must not hide the others of its list.
    const isTyped =
      Array.isArray(data) &&
      (fields.get('url') === '/v1/events' ||
        data.every((one: { readonly object?: unknown } | null) => typeof one?.object === 'string'));
    if ((type === 'list' || type === 'search_result') && !isTyped) return false;
    const kind = fields.get('deleted') === true ? 'deleted' : type;
    if (REQUIRED.get(kind)?.some((name) => (fields.get(name) ?? null) === null)) return false;
    if (NULLABLE.get(kind)?.some((name) => !fields.has(name))) return false;
    found.push(...fields.values());
  }
  return true;
}
