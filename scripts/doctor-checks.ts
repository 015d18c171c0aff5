import { API_PATHS } from '@outharbor/contract/paths';
import { PLANS, planLookupKey } from '@outharbor/contract/plans';
import Stripe from 'stripe';
import type { Config } from '../api/src/config/config.ts';
import { sellsPlan } from '../api/src/gateways/stripe/prices.ts';
import { HANDLED_EVENTS } from '../api/src/webhooks/plan-events.ts';

export interface Patient {
  readonly config: Pick<Config, 'publicUrl' | 'firebase' | 'stripe'>;
  /** The value that the site gets; the API does not need it. */
  readonly webApiKey: string;
  readonly fetch: typeof fetch;
}

/** What is wrong and what to do about it; begins with the setting. */
type Finding = string;

/** Stripe allows five minutes between the time of a webhook's signature and ours. */
const CLOCK_TOLERANCE_MS = 300_000;
const NOBODY = 'doctor_none';

/** Looks at a deployment from outside, without changing anything. A check that cannot be made is a finding too. */
export async function diagnose(patient: Patient): Promise<Finding[]> {
  const stripe = new Stripe(patient.config.stripe.secretKey, {
    httpClient: Stripe.createFetchHttpClient(patient.fetch),
    maxNetworkRetries: 1,
  });
  const checks: readonly [string, () => Promise<Finding[]>][] = [
    ['PUBLIC_URL', () => checkSite(patient)],
    ['FIREBASE_API_KEY', () => checkWebApiKey(patient)],
    ['FIREBASE_DATABASE_URL', () => checkDatabase(patient)],
    ['the clock', () => checkClock(patient)],
    ['STRIPE_SECRET_KEY', () => checkPermissions(stripe)],
    ['the prices of Stripe', () => checkPrices(stripe)],
    ['the webhook endpoint', () => checkEndpoint(stripe, patient)],
  ];
  const findings = await Promise.all(
    checks.map(async ([name, check]) => {
      try {
        return await check();
      } catch (error) {
        return [`${name}: could not be checked: ${toReason(error)}`];
      }
    }),
  );
  return findings.flat();
}

async function checkSite({ config, fetch: ask }: Patient): Promise<Finding[]> {
  const address = new URL('/runtime-config.json', config.publicUrl);
  const answer = await ask(address, { redirect: 'manual' });
  const target = answer.headers.get('location');
  if (target !== null) {
    const { origin } = new URL(target, address);
    return [
      `PUBLIC_URL: the site redirects to ${origin}: set PUBLIC_URL to the address that visitors end at`,
    ];
  }
  if (!answer.ok) return [`PUBLIC_URL: ${address} answers ${answer.status}: is the site running behind it?`];
  const { firebase } = (await answer.json()) as {
    readonly firebase: { readonly projectId: string; readonly databaseUrl: string | null };
  };
  const pairs = [
    ['FIREBASE_PROJECT_ID', firebase.projectId, config.firebase.projectId],
    ['FIREBASE_DATABASE_URL', firebase.databaseUrl, config.firebase.databaseUrl],
  ] as const;
  return pairs
    .filter(([, site, api]) => site !== api)
    .map(([name, site, api]) => `${name}: the site has ${site}, the API ${api}: pass the same value to both`);
}

async function checkWebApiKey({ webApiKey, fetch: ask }: Patient): Promise<Finding[]> {
  const url = new URL('https://identitytoolkit.googleapis.com/v1/accounts:lookup');
  url.searchParams.set('key', webApiKey);
  const answer = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken: NOBODY }),
  });
  const { error } = (await answer.json()) as { readonly error?: { readonly message?: string } };
  if (!/API key/i.test(error?.message ?? '')) return [];
  return [
    `FIREBASE_API_KEY: Google refuses it (${error?.message}): copy apiKey from the web app in the project settings`,
  ];
}

async function checkDatabase({ config, fetch: ask }: Patient): Promise<Finding[]> {
  const url = new URL(config.firebase.databaseUrl);
  url.pathname = '/users.json';
  url.searchParams.set('shallow', 'true');
  const answer = await ask(url);
  if (answer.ok) {
    return ["the database's rules: anybody can read all records: publish infra/firebase/database.rules.json"];
  }
  if (answer.status === 401 || answer.status === 403) return [];
  const { correctUrl } = (await answer.json().catch(() => ({}))) as { readonly correctUrl?: string };
  return [
    correctUrl === undefined
      ? `FIREBASE_DATABASE_URL: ${url.host} has no such database: copy the address from the console`
      : `FIREBASE_DATABASE_URL: the database is in another region: set it to ${correctUrl}`,
  ];
}

async function checkClock({ fetch: ask }: Patient): Promise<Finding[]> {
  const { headers } = await ask('https://api.stripe.com/v1/balance');
  const ahead = Date.now() - Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(ahead) || Math.abs(ahead) < CLOCK_TOLERANCE_MS) return [];
  return [
    `the clock of this machine is ${Math.round(ahead / 1000)} s ahead: set it with NTP, or webhooks are refused`,
  ];
}

/** Asks for objects that do not exist, because Stripe checks the permission first. */
async function checkPermissions(stripe: Stripe): Promise<Finding[]> {
  const calls: readonly [string, () => Promise<unknown>][] = [
    ['Customers: Write', () => stripe.customers.update(NOBODY, {})],
    ['Checkout Sessions: Write', () => stripe.checkout.sessions.expire(NOBODY)],
    ['Disputes: Read', () => stripe.disputes.retrieve(NOBODY)],
    ['Subscriptions: Write', () => stripe.subscriptions.update(NOBODY, {})],
    ['Charges and Refunds: Write', () => stripe.refunds.update(NOBODY, {})],
    ['Customer portal: Write', () => stripe.billingPortal.configurations.update(NOBODY, {})],
    ['PaymentMethods: Read', () => stripe.customers.listPaymentMethods(NOBODY)],
    ['Events: Read', () => stripe.events.list({ limit: 1 })],
    ['Invoices, Credit notes: Write', () => stripe.invoices.createPreview({ customer: NOBODY })],
    ['Prices: Read', () => stripe.prices.list({ limit: 1 })],
  ];
  const missing: string[] = [];
  for (const [permission, call] of calls) {
    const error = await call().then(
      () => undefined,
      (rejection: unknown) => rejection,
    );
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return ['STRIPE_SECRET_KEY: Stripe does not know this key: create a new one in the dashboard'];
    }
    if (error instanceof Stripe.errors.StripePermissionError) missing.push(permission);
    else if (error instanceof Stripe.errors.StripeConnectionError) throw error;
  }
  return missing.map(
    (permission) => `STRIPE_SECRET_KEY: the key lacks ${permission}: add it in the dashboard (SECURITY.md)`,
  );
}

async function checkPrices(stripe: Stripe): Promise<Finding[]> {
  const { data } = await stripe.prices.list({ active: true, lookup_keys: PLANS.map(planLookupKey) });
  return PLANS.filter((plan) => !data.some((price) => sellsPlan(price, plan))).map(
    (plan) =>
      `the price ${planLookupKey(plan)}: none in Stripe is active and as in the catalogue: npm run stripe:setup`,
  );
}

async function checkEndpoint(stripe: Stripe, { config }: Patient): Promise<Finding[]> {
  const url = `${config.publicUrl}${API_PATHS.stripeWebhook}`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((one) => one.url === url && one.status === 'enabled');
  if (endpoint === undefined) return [`the webhook endpoint: none is enabled for ${url}: add it (step 4)`];
  const events = new Set<string>(endpoint.enabled_events);
  const missing = events.has('*') ? [] : HANDLED_EVENTS.filter((event) => !events.has(event));
  return missing.map(
    (event) => `the webhook endpoint: ${event} is not sent: add it to the endpoint (step 4)`,
  );
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
