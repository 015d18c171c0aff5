import { createHmac } from 'node:crypto';
import { API_PATHS } from '@outharbor/contract/paths';
import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import type { Config } from '../config/config.ts';
import { looksSecret } from '../config/safety-rules.ts';
import { accountChecks } from '../gateways/stripe/inspect-account.ts';
import { HANDLED_EVENTS } from '../webhooks/plan-events.ts';
import { checkGoogleAccess, checkSignIn } from './check-google.ts';
import { checkRedis } from './check-redis.ts';

export interface Deployment {
  readonly config: Pick<Config, 'publicUrl' | 'firebase' | 'stripe' | 'rateLimit'>;
  readonly fetch: typeof fetch;
  readonly now?: () => number;
}

/** What is wrong and what to do about it; begins with the setting. */
type Finding = string;
type Check = readonly [name: string, check: () => Promise<Finding[]>];

/** Stripe allows five minutes between the time of a webhook's signature and ours. */
const CLOCK_TOLERANCE_MS = 300_000;

export type Diagnosis = Awaited<ReturnType<typeof diagnose>>;

/** Looks at a deployment from outside, without changing anything. */
export async function diagnose({ config, fetch: ask, now = Date.now }: Deployment) {
  const checks: readonly Check[] = [
    ['PUBLIC_URL', () => checkSite(config, ask)],
    ['FIREBASE_DATABASE_URL', () => checkDatabase(config, ask)],
    ['the access to Firebase', () => checkGoogleAccess(config.firebase, ask)],
    ['the clock', () => checkClock(ask, now)],
    ['REDIS_URL', () => checkRedis(config.rateLimit.redisUrl)],
    ['the webhook', () => checkWebhook(config, ask, now)],
    ...accountChecks({ config, fetch: ask, events: HANDLED_EVENTS, now }),
  ];
  /** What could not be looked at, and why. */
  const unchecked: string[] = [];
  const found = await Promise.all(
    checks.map(async ([name, check]) => {
      try {
        return await check();
      } catch (error) {
        unchecked.push(`${name}: could not be checked: ${toReason(error)}`);
        return [];
      }
    }),
  );
  return { todo: [...new Set(found.flat())], unchecked };
}

async function checkSite(config: Deployment['config'], ask: typeof fetch): Promise<Finding[]> {
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
  const site = (await answer.json()) as RuntimeConfig;
  return [
    ...checkProxy(answer.headers),
    ...checkPublished(site),
    ...compareWithSite(site, config),
    ...(await checkSignIn(site.firebase.apiKey, ask)),
  ];
}

/** The site sends the header only if a proxy that it trusts says that the visitor came by HTTPS. */
function checkProxy(headers: Headers): Finding[] {
  if (headers.has('strict-transport-security')) return [];
  return [
    'TRUSTED_PROXIES: the site does not trust the TLS terminator in front of it, so all visitors share one rate limit: add its address (step 7)',
  ];
}

const PUBLIC_VALUES = {
  FIREBASE_API_KEY: ({ firebase }: RuntimeConfig) => firebase.apiKey,
  FIREBASE_PROJECT_ID: ({ firebase }: RuntimeConfig) => firebase.projectId,
  FIREBASE_AUTH_DOMAIN: ({ firebase }: RuntimeConfig) => firebase.authDomain,
  SCHEDULING_URL: ({ scheduling }: RuntimeConfig) => scheduling.url,
} as const;

function checkPublished(site: RuntimeConfig): Finding[] {
  return Object.entries(PUBLIC_VALUES)
    .filter(([, valueIn]) => looksSecret(valueIn(site)))
    .map(
      ([name]) => `${name}: the site shows a secret to everybody: revoke it now, then correct the setting`,
    );
}

function compareWithSite({ firebase }: RuntimeConfig, config: Deployment['config']): Finding[] {
  const pairs = [
    ['FIREBASE_PROJECT_ID', firebase.projectId, config.firebase.projectId],
    ['FIREBASE_DATABASE_URL', firebase.databaseUrl, config.firebase.databaseUrl],
  ] as const;
  return pairs
    .filter(([, site, api]) => site !== api)
    .map(([name, site, api]) => `${name}: the site has ${site}, the API ${api}: pass the same value to both`);
}

async function checkDatabase({ firebase }: Deployment['config'], ask: typeof fetch): Promise<Finding[]> {
  const url = new URL(firebase.databaseUrl);
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

async function checkClock(ask: typeof fetch, now: () => number): Promise<Finding[]> {
  const { headers } = await ask('https://api.stripe.com/v1/balance');
  const ahead = now() - Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(ahead) || Math.abs(ahead) < CLOCK_TOLERANCE_MS) return [];
  const offset = `${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead' : 'behind'}`;
  return [`the clock of this machine is ${offset}: set it with NTP, or webhooks are rejected`];
}

/** Sends an event that the site ignores, signed as Stripe would with the configured secret. */
async function checkWebhook(
  config: Deployment['config'],
  ask: typeof fetch,
  now: () => number,
): Promise<Finding[]> {
  const { livemode, webhookSecrets } = config.stripe;
  const payload = JSON.stringify({
    id: 'evt_doctor',
    object: 'event',
    type: 'doctor.asked',
    livemode,
    data: { object: { id: 'doctor', object: 'doctor' } },
  });
  const timestamp = Math.floor(now() / 1000);
  for (const secret of webhookSecrets) {
    const answer = await ask(new URL(API_PATHS.stripeWebhook, config.publicUrl), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${timestamp},v1=${sign(`${timestamp}.${payload}`, secret)}`,
      },
      body: payload,
    });
    if (answer.status === 400) {
      return [
        'STRIPE_WEBHOOK_SECRET: the site rejects an event that is signed with it: recreate the API, which has another secret or a wrong clock',
      ];
    }
  }
  return [];
}

const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

/** The innermost cause, where libraries only say that something failed. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, detail } = error as { readonly cause?: unknown; readonly detail?: unknown };
  const inner = [cause, detail].find((one) => one instanceof Error);
  if (inner === undefined) return error.message || String((error as { readonly code?: unknown }).code);
  return `${error.message} (${toReason(inner)})`;
}
