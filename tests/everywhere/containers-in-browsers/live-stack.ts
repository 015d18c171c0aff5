import { fileURLToPath } from 'node:url';
import { API_PATHS } from '@outharbor/contract/paths';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { apiEnvironment } from '@outharbor/embedded/api-environment';
import { startApiProcess } from '@outharbor/embedded/api-process';
import { allOrNothing, type Closing } from '@outharbor/embedded/closing';
import { EMULATED } from '@outharbor/embedded/emulated-environment';
import { eventType } from '@outharbor/embedded/product/discovery-session';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import { documentedProxies } from '../../support/trusted-proxies.ts';
import { type Certificate, issueCertificate } from './certificate.ts';
import { startGateway } from './gateway.ts';
import { buildSite, type StartSite } from './live-site.ts';

const RULES = fileURLToPath(new URL('../../../infra/firebase/database.rules.json', import.meta.url));

const SITE_HOST = 'www.outharbor.test';
const PROJECT = 'outharbor-live';
const NAMESPACE = `${PROJECT}-default-rtdb`;
const DATABASE_HOST = `${NAMESPACE}.firebaseio.com`;
const STRIPE_HOST = 'checkout.stripe.com';
const SCHEDULING_HOST = 'calendly.com';
const IDENTITY_HOSTS = ['identitytoolkit.googleapis.com', 'securetoken.googleapis.com'];
/** The only hosts that respond. */
const HOSTS = [SITE_HOST, DATABASE_HOST, STRIPE_HOST, SCHEDULING_HOST, ...IDENTITY_HOSTS];

const RUNTIME_SETTINGS = {
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'public-web-key',
  FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
  FIREBASE_DATABASE_URL: `https://${DATABASE_HOST}`,
  SCHEDULING_URL: `https://${SCHEDULING_HOST}${EMULATED.schedulingEventPath}`,
};

export interface LiveStack {
  readonly origin: string;
  readonly browserArguments: readonly string[];
  readonly hosts: readonly string[];
  readonly certificate: Certificate;
  readonly gatewayPort: number;
  readonly startSite: StartSite;
  readonly stripe: StripeEmulator;
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
  const { identity, database, stripe, scheduling } = await startServices(closing);
  const api = await startApi(closing, origin, { identity, database, stripe });
  const webhook = `${api.url}${API_PATHS.stripeWebhook}`;
  stripe.configure({ webhookEndpoints: [{ url: webhook, secret: EMULATED.stripeWebhookSecret }] });
  const startSite = await buildSite(closing, Number(new URL(api.url).port), RUNTIME_SETTINGS);
  // The TLS terminator runs on the engine's machine.
  const web = await startSite({ trustedProxies: await documentedProxies('Compose') });
  const certificate = await issueCertificate(HOSTS);
  const gateway = await closing.add(
    startGateway(certificate, {
      [SITE_HOST]: { upstream: web, requestHeaders: forwardedHeaders },
      [DATABASE_HOST]: { upstream: database.url, path: withNamespace },
      [STRIPE_HOST]: { upstream: stripe.url },
      [SCHEDULING_HOST]: { upstream: scheduling.url },
      ...Object.fromEntries(IDENTITY_HOSTS.map((host) => [host, { upstream: identity.url }])),
    }),
  );
  return {
    origin,
    browserArguments: [
      `--host-resolver-rules=MAP * 127.0.0.1:${gateway.port}`,
      `--ignore-certificate-errors-spki-list=${certificate.spkiHash}`,
    ],
    hosts: HOSTS,
    certificate,
    gatewayPort: gateway.port,
    startSite,
    stripe,
    close: () => closing.close(),
  };
}

async function startServices(closing: Closing) {
  const identity = await closing.add(startIdentityEmulator({ projectId: PROJECT }));
  const [database, stripe, scheduling] = await Promise.all([
    closing.add(
      startDatabaseEmulator({
        host: '127.0.0.1',
        rulesFile: RULES,
        tokenAuthority: identity,
        // The API has no service account here.
        allowOwner: true,
      }),
    ),
    closing.add(
      startStripeEmulator({
        host: '127.0.0.1',
        publicUrl: `https://${STRIPE_HOST}`,
        secretKey: EMULATED.stripeSecretKey,
        seed: STRIPE_CATALOGUE,
      }),
    ),
    closing.add(startSchedulingEmulator({ publicUrl: `https://${SCHEDULING_HOST}`, eventType })),
  ]);
  return { identity, database, stripe, scheduling };
}

type Services = Awaited<ReturnType<typeof startServices>>;

function startApi(
  closing: Closing,
  origin: string,
  { identity, database, stripe }: Omit<Services, 'scheduling'>,
) {
  return closing.add(
    startApiProcess({
      onOutput: () => undefined,
      environment: (port) =>
        apiEnvironment({
          // The container connects from the engine's network.
          host: '0.0.0.0',
          port,
          publicUrl: origin,
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

/** The first connection to firebaseio.com has no `ns`; the host's first label is the namespace. */
function withNamespace(path: string): string {
  const url = new URL(path, 'https://unused');
  if (!url.searchParams.has('ns')) url.searchParams.set('ns', NAMESPACE);
  return url.pathname + url.search;
}
