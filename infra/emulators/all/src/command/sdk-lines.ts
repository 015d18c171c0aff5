import type { Running } from '../services/running.ts';

/** How the usual SDKs are pointed at what runs. */
export function sdkLines({ stripe, identity, database, scheduling, console }: Running): string {
  return [
    ...(stripe ? stripeLines(stripe.url) : []),
    ...(identity ? identityLines(identity.authority, identity.projectId) : []),
    ...(database ? databaseLines(database.url, identity?.projectId ?? 'demo-project') : []),
    ...(scheduling ? schedulingLines(scheduling.url, scheduling.eventTypeUrl) : []),
    ...(console ? section('console', console.url, {}) : []),
  ].join('\n');
}

function section(name: string, url: string, languages: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(languages).map(([language, line]) => `  ${language.padEnd(7)}${line}`);
  return [`${name.padEnd(11)}${url}`, ...lines];
}

function stripeLines(url: string): string[] {
  const { hostname, port } = new URL(url);
  return section('stripe', url, {
    Node: `new Stripe('sk_test_emulated', { host: '${hostname}', port: ${port}, protocol: 'http' })`,
    Python: `stripe.StripeClient("sk_test_emulated", base_addresses={"api": "${url}"})`,
    Go: `stripe.NewBackendsWithConfig(&stripe.BackendConfig{URL: stripe.String("${url}")})`,
    Java: `Stripe.overrideApiBase("${url}")`,
  });
}

function identityLines(authority: string, projectId: string): string[] {
  const admin = `FIREBASE_AUTH_EMULATOR_HOST=${authority}, project ${projectId}`;
  return section('identity', `http://${authority}`, {
    Web: `connectAuthEmulator(auth, 'http://${authority}')`,
    Node: admin,
    Python: admin,
    Go: admin,
    Java: admin,
  });
}

function databaseLines(url: string, projectId: string): string[] {
  const { host, hostname, port } = new URL(url);
  const admin = `FIREBASE_DATABASE_EMULATOR_HOST=${host}, database ${url}?ns=${projectId}-default-rtdb`;
  return section('database', url, {
    Web: `connectDatabaseEmulator(getDatabase(app), '${hostname}', ${port})`,
    Node: admin,
    Python: admin,
    Go: admin,
    Java: admin,
  });
}

function schedulingLines(url: string, eventTypeUrl: string): string[] {
  return section('scheduling', url, {
    REST: `${url} in the place of https://api.calendly.com, Bearer emulated-token`,
    Embed: eventTypeUrl,
  });
}
