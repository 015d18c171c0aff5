import type { IdentityEmulator } from '@outharbor/identity-emulator';
import type { SchedulingEmulator } from '@outharbor/scheduling-emulator';
import type { StripeEmulator } from '@outharbor/stripe-emulator';
import type { EmulatorsConfig } from '../config/config.ts';
import type { Running } from '../services/services.ts';
import { DEFAULT_PROJECT } from '../services/start-services.ts';

/** How to configure the common SDKs for the running emulators. */
export function sdkLines(
  { stripe, identity, database, scheduling, console }: Running,
  config: EmulatorsConfig,
): string {
  const { projectId = DEFAULT_PROJECT } = config;
  return [
    ...(stripe ? stripeLines(stripe) : []),
    ...(identity ? identityLines(identity, projectId, config.identity?.permissive === true) : []),
    ...(database ? databaseLines(database.url, projectId) : []),
    ...(scheduling ? schedulingLines(scheduling, config.scheduling?.apiToken ?? 'emulated-token') : []),
    ...(console ? section('console', console.url, {}) : []),
  ].join('\n');
}

export function section(name: string, url: string, languages: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(languages).map(([language, line]) => `  ${language.padEnd(7)}${line}`);
  return [`${name.padEnd(11)}${url}`, ...lines];
}

function stripeLines({ url, secretKey: key, fullLengthKey }: StripeEmulator): string[] {
  const { hostname, port } = new URL(url);
  return section('stripe', url, {
    Node: `new Stripe('${key}', { host: '${hostname}', port: ${port}, protocol: 'http' })`,
    Python: `stripe.StripeClient("${key}", base_addresses={"api": "${url}"})`,
    Go: `stripe.NewClient("${key}", stripe.WithBackends(stripe.NewBackendsWithConfig(&stripe.BackendConfig{URL: stripe.String("${url}")})))`,
    Java: `Stripe.apiKey = "${key}"; Stripe.overrideApiBase("${url}")`,
    CLI: `npx @stripe/cli listen --api-base ${url} --api-key ${key}`,
    ...(fullLengthKey === key ? {} : { Key: `${fullLengthKey} for clients that check the key format` }),
  });
}

function identityLines(
  { authority }: Pick<IdentityEmulator, 'authority'>,
  projectId: string,
  isPermissive: boolean,
): string[] {
  const variable = `FIREBASE_AUTH_EMULATOR_HOST=${authority}, project ${projectId}`;
  // With the variable, the Admin SDKs sign no custom tokens, and the one for Node.js verifies no signed token.
  const wayOut = 'set identity.permissive in the configuration, or use --real-names';
  const admin = isPermissive ? variable : `${variable}; for custom tokens, ${wayOut}`;
  return section('identity', `http://${authority}`, {
    Web: `connectAuthEmulator(auth, 'http://${authority}')`,
    Node: variable,
    ...(!isPermissive && { Tokens: `to verify or make any in Node, ${wayOut}` }),
    Python: admin,
    Go: admin,
    Java: admin,
  });
}

function databaseLines(url: string, projectId: string): string[] {
  const { host, hostname, port } = new URL(url);
  const namespace = `${projectId}-default-rtdb`;
  const variable = 'FIREBASE_DATABASE_EMULATOR_HOST';
  const admin = `${variable}=${host}, database https://${namespace}.firebaseio.com`;
  return section('database', url, {
    Web: `connectDatabaseEmulator(getDatabase(app), '${hostname}', ${port})`,
    Node: admin,
    Python: admin,
    // Rejects IP addresses and needs the namespace.
    Go: `${variable}=localhost:${port}?ns=${namespace}`,
    Java: admin,
    REST: `${url}/<path>.json?ns=${namespace}`,
  });
}

function schedulingLines(
  { url, eventTypeUrl }: Pick<SchedulingEmulator, 'url' | 'eventTypeUrl'>,
  token: string,
): string[] {
  return section('scheduling', url, {
    REST: `${url} instead of https://api.calendly.com, Bearer ${token}`,
    Embed: eventTypeUrl,
  });
}
