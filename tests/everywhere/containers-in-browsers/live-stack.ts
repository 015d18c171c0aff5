import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { apiEnvironment } from '@outharbor/embedded/api-environment';
import { startApiProcess } from '@outharbor/embedded/api-process';
import { allOrNothing, type Closing } from '@outharbor/embedded/closing';
import { EMULATED } from '@outharbor/embedded/emulated-environment';
import { createAuthority } from '@outharbor/emulator-kit/authority';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { documentedProxies } from '../../support/trusted-proxies.ts';
import { startGateway } from './gateway.ts';
import { buildSite, type StartSite } from './live-site.ts';

const SITE_HOST = 'www.outharbor.test';
const PROJECT = 'outharbor-live';
const NAMESPACE = `${PROJECT}-default-rtdb`;

const RUNTIME_SETTINGS = {
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'public-web-key',
  FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
  FIREBASE_DATABASE_URL: `https://${NAMESPACE}.firebaseio.com`,
  SCHEDULING_URL: `https://calendly.com${EMULATED.schedulingEventPath}`,
};

export interface LiveStack {
  readonly origin: string;
  /** Of the authority that clients must trust. */
  readonly certificate: string;
  readonly gatewayPort: number;
  readonly startSite: StartSite;
  close(): Promise<void>;
}

/** Lets a test choose the client address that the TLS terminator sees. */
export const VISITOR_HEADER = 'x-test-visitor';
export const REQUESTS_PER_MINUTE = 20;

/** The API has emulated settings: the rehearsal covers live ones, which need Google and live Stripe. */
export function startLiveStack(): Promise<LiveStack> {
  return allOrNothing(boot);
}

async function boot(closing: Closing): Promise<LiveStack> {
  const origin = `https://${SITE_HOST}`;
  const api = await startApi(closing, origin);
  const startSite = await buildSite(closing, Number(new URL(api.url).port), RUNTIME_SETTINGS);
  // The TLS terminator runs on the engine's machine.
  const web = await startSite({ trustedProxies: await documentedProxies('Compose') });
  const { certificate, issue } = createAuthority({ name: 'Authority of a test', hosts: [SITE_HOST] });
  const { port: gatewayPort } = await closing.add(startGateway(issue(), web, forwardedHeaders));
  return { origin, certificate, gatewayPort, startSite, close: () => closing.close() };
}

async function startApi(closing: Closing, publicUrl: string) {
  const [identity, database, stripe] = await Promise.all([
    closing.add(startIdentityEmulator({ projectId: PROJECT })),
    // The API has no service account here.
    closing.add(startDatabaseEmulator({ host: '127.0.0.1', allowOwner: true })),
    closing.add(startStripeEmulator({ host: '127.0.0.1', secretKey: EMULATED.stripeSecretKey })),
  ]);
  return closing.add(
    startApiProcess({
      onOutput: () => undefined,
      environment: (port) =>
        apiEnvironment({
          // The container connects from the engine's network.
          host: '0.0.0.0',
          port,
          publicUrl,
          identityAuthority: identity.authority,
          databaseUrl: database.url,
          stripeUrl: stripe.url,
          logLevel: 'warn',
          overrides: {
            TRUST_PROXY: 'uniquelocal',
            RATE_LIMIT_PER_MINUTE: String(REQUESTS_PER_MINUTE),
            FIREBASE_PROJECT_ID: PROJECT,
            FIREBASE_DATABASE_URL: `${database.url}?ns=${NAMESPACE}`,
          },
        }),
    }),
  );
}

function forwardedHeaders({ headers }: { headers: NodeJS.Dict<string | string[]> }) {
  const claimed = headers['x-forwarded-for'];
  const address = String(headers[VISITOR_HEADER] ?? '203.0.113.7');
  return {
    'x-forwarded-for': claimed === undefined ? address : `${claimed}, ${address}`,
    'x-forwarded-proto': 'https',
  };
}
