import { readFile } from 'node:fs/promises';
import { type Config, loadConfig } from '@outharbor/api/config/config';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase/app';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { deleteApp } from 'firebase-admin/app';
import { getDatabase } from 'firebase-admin/database';
import Stripe from 'stripe';
import { PATIENT_API } from '../patient-api.ts';
import { startHttpFaultProxy } from './http-fault-proxy.ts';
import { type ApiInstance, startApiInstance } from './in-process-api.ts';
import { startSocketFaultProxy } from './socket-fault-proxy.ts';
import { startTokenIssuer } from './token-issuer.ts';
import { createApiClient } from './user-client.ts';
import { createWebhookCourier, WEBHOOK_SECRET } from './webhook-courier.ts';

const PROJECT = 'demo-outharbor';
const NAMESPACE = 'demo-outharbor-default-rtdb';
const RULES = new URL('../../../infra/firebase/database.rules.json', import.meta.url);

export type World = Awaited<ReturnType<typeof startWorld>>;

export interface WorldOptions {
  readonly apis?: number;
  readonly variables?: Readonly<Record<string, string>>;
  /** Database rules; defaults to the product's. */
  readonly rules?: string;
  /** Origin of Stripe's hosted pages; defaults to the site's. */
  readonly pages?: string;
}

/**
 * Starts the Stripe and database emulators, each behind a fault-injecting proxy, a token issuer, and
 * API instances that use them over real sockets in this process.
 */
export async function startWorld({
  apis = 1,
  variables = {},
  rules,
  pages = 'http://localhost:8080',
}: WorldOptions = {}) {
  const { heapUsed } = process.memoryUsage();
  const [database, stripe, issuer] = await Promise.all([
    startDatabaseEmulator({ rules: rules ?? (await readFile(RULES, 'utf8')) }),
    startStripeEmulator({ publicUrl: pages, seed: STRIPE_CATALOGUE, draftSeconds: 0 }),
    startTokenIssuer(PROJECT),
  ]);
  const [stripeProxy, databaseProxy] = await Promise.all([
    startHttpFaultProxy(stripe.url),
    startSocketFaultProxy(database.port),
  ]);
  const config = buildConfig(stripeProxy.url, databaseProxy.port, issuer.authority, variables);
  const instances: ApiInstance[] = [];
  for (let count = 0; count < apis; count += 1) instances.push(await startApiInstance(config, issuer.agent));
  // Bypasses the proxy, with the API's database privileges.
  const observer = createFirebaseApp({ ...config.firebase, databaseUrl: `${database.url}?ns=${NAMESPACE}` });
  const { hostname: host, port } = new URL(stripe.url);
  // The official SDK, bypassing the proxy.
  const sdk = new Stripe('sk_test_emulated', { host, port, protocol: 'http' });
  const courier = () => createWebhookCourier({ sdk }, () => instanceAt(instances, 0).url);

  return {
    /** Heap size in bytes before anything was started. */
    heapUsed,
    config,
    database,
    stripe,
    issuer,
    stripeProxy,
    databaseProxy,
    instances,
    observer,
    ...databaseAccess(database.url, observer),
    sdk,
    /** Delivers webhooks to the first API, from the first event on. */
    courier,
    /** Delivers every event to the first API. */
    settle: () => courier().settle(),
    /** The first API. */
    api: () => instanceAt(instances, 0),
    user: (uid: string, api = 0, token = () => issuer.issue(uid)) =>
      createApiClient(() => instanceAt(instances, api).url, uid, token),
    /** A user of an API that the world has not started. */
    userAt: (apiUrl: () => string, uid: string) => createApiClient(apiUrl, uid, () => issuer.issue(uid)),
    async close() {
      await Promise.all(instances.map((instance) => instance.close()));
      await deleteApp(observer);
      await Promise.all([stripeProxy, databaseProxy, issuer, stripe, database].map((part) => part.close()));
    },
  };
}

/** Reads and writes the database around the rules, like the Firebase console. */
function databaseAccess(url: string, observer: ReturnType<typeof createFirebaseApp>) {
  const overwrite = async (path: string, value: unknown): Promise<void> => {
    const answer = await fetch(`${url}/${path}.json?ns=${NAMESPACE}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer owner' },
      body: JSON.stringify(value),
    });
    if (!answer.ok) throw new Error(`${path} could not be written: ${answer.status}`);
  };

  /** Reads a database path. */
  const observe = async (path: string): Promise<unknown> =>
    (await getDatabase(observer).ref(path).get()).val();

  return {
    observe,
    readPlan: (uid: string) => observe(`users/${uid}/subscription/planType`),
    /** Writes a database path and bypasses the rules, like the Firebase console. */
    overwrite,
    /** Stores the user record that the site writes at registration. */
    storeUser: (uid: string) =>
      overwrite(`users/${uid}`, { uid, email: `${uid}@example.com`, userName: uid }),
    /** Reads the whole database. */
    async backup(): Promise<unknown> {
      const headers = { authorization: 'Bearer owner' };
      return (await fetch(`${url}/.json?ns=${NAMESPACE}`, { headers })).json();
    },
  };
}

export function instanceAt(instances: readonly ApiInstance[], index: number): ApiInstance {
  const instance = instances[index % instances.length];
  if (instance === undefined) throw new Error('there is no API');
  return instance;
}

function buildConfig(
  stripeUrl: string,
  databasePort: number,
  identity: string,
  variables: Readonly<Record<string, string>>,
): Config {
  return loadConfig(
    {
      ...PATIENT_API,
      PUBLIC_URL: 'http://localhost:8080',
      PORT: '0',
      LOG_LEVEL: 'debug',
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_DATABASE_URL: `http://127.0.0.1:${databasePort}?ns=${NAMESPACE}`,
      FIREBASE_AUTH_EMULATOR_HOST: identity,
      STRIPE_SECRET_KEY: 'sk_test_emulated',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripeUrl,
      RATE_LIMIT_PER_MINUTE: '1000000',
      RECONCILE_INTERVAL_SECONDS: '0',
      ...variables,
    },
    () => '',
  );
}
