import { API_PATHS } from '@outharbor/contract/paths';
import { PLANS, planLookupKey } from '@outharbor/contract/plans';
import Stripe from 'stripe';
import type { Config } from '../../config/config.ts';
import { API_PERMISSIONS } from './permissions.ts';
import { sellsPlan } from './prices.ts';

/** Stripe counts an event as undelivered while its first attempt is under way. */
const ATTEMPTED_MS = 2 * 60_000;
const RECENT_MS = 24 * 60 * 60_000;

export interface AccountInspection {
  readonly config: Pick<Config, 'publicUrl' | 'stripe'>;
  readonly fetch: typeof fetch;
  /** The events that the webhook endpoint must send. */
  readonly events: readonly string[];
  readonly now: () => number;
}

/** Checks of the Stripe account, each with the setting it is about. None of them changes anything. */
export function accountChecks(
  inspection: AccountInspection,
): readonly (readonly [string, () => Promise<string[]>])[] {
  const stripe = new Stripe(inspection.config.stripe.secretKey, {
    httpClient: Stripe.createFetchHttpClient(inspection.fetch),
    maxNetworkRetries: 1,
  });
  return [
    ['STRIPE_SECRET_KEY', () => checkPermissions(stripe)],
    ['the prices of Stripe', unlessForbidden(() => checkPrices(stripe))],
    ['the webhook endpoint', unlessForbidden(() => checkEndpoint(stripe, inspection))],
    ['STRIPE_WEBHOOK_SECRET', unlessForbidden(() => checkDeliveries(stripe, inspection))],
  ];
}

/** A permission or key that is missing is named once, by the check of permissions. */
function unlessForbidden(check: () => Promise<string[]>): () => Promise<string[]> {
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  return () =>
    check().catch((error: unknown) => {
      if (error instanceof StripePermissionError || error instanceof StripeAuthenticationError) return [];
      throw error;
    });
}

async function checkPermissions(stripe: Stripe): Promise<string[]> {
  const rejections = await Promise.all(
    API_PERMISSIONS.map(({ ask }) =>
      ask(stripe).then(
        () => undefined,
        (rejection: unknown) => rejection,
      ),
    ),
  );
  if (rejections.some((error) => error instanceof Stripe.errors.StripeAuthenticationError)) {
    return ['STRIPE_SECRET_KEY: Stripe does not know this key: create a new one in the dashboard'];
  }
  const unreached = rejections.find((error) => error instanceof Stripe.errors.StripeConnectionError);
  if (unreached !== undefined) throw unreached;
  return API_PERMISSIONS.filter(
    (_, index) => rejections[index] instanceof Stripe.errors.StripePermissionError,
  ).map(
    ({ name, access }) =>
      `STRIPE_SECRET_KEY: the key lacks ${name}: ${access}: add it in the dashboard (SECURITY.md)`,
  );
}

async function checkPrices(stripe: Stripe): Promise<string[]> {
  const { data } = await stripe.prices.list({ active: true, lookup_keys: PLANS.map(planLookupKey) });
  return PLANS.filter((plan) => !data.some((price) => sellsPlan(price, plan))).map(
    (plan) =>
      `the price ${planLookupKey(plan)}: none in Stripe is active and as in the catalogue: npm run stripe:setup`,
  );
}

async function checkEndpoint(stripe: Stripe, { config, events }: AccountInspection): Promise<string[]> {
  const url = `${config.publicUrl}${API_PATHS.stripeWebhook}`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((one) => one.url === url && one.status === 'enabled');
  if (endpoint === undefined) return [`the webhook endpoint: none is enabled for ${url}: add it (step 4)`];
  const sent = new Set<string>(endpoint.enabled_events);
  const missing = sent.has('*') ? [] : events.filter((event) => !sent.has(event));
  return missing.map(
    (event) => `the webhook endpoint: ${event} is not sent: add it to the endpoint (step 4)`,
  );
}

/** Stripe never shows a signing secret again, so a wrong one is seen by what it makes fail. */
async function checkDeliveries(stripe: Stripe, { events, now }: AccountInspection): Promise<string[]> {
  const created = { gte: seconds(now() - RECENT_MS), lte: seconds(now() - ATTEMPTED_MS) };
  const { data } = await stripe.events.list({
    delivery_success: false,
    types: [...events],
    created,
    limit: 1,
  });
  return data.map(
    ({ type }) =>
      `STRIPE_WEBHOOK_SECRET: Stripe could not deliver ${type} within the last day: compare the secret with that of the endpoint, and look for webhook_signature_invalid in the API's log`,
  );
}

const seconds = (ms: number) => Math.floor(ms / 1000);
