import { readFile } from 'node:fs/promises';
import { type Config, loadConfig } from '@outharbor/api/config/config';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase/app';
import { createFirebaseLedger } from '@outharbor/api/gateways/firebase/ledger';
import { routeFirebaseLog } from '@outharbor/api/gateways/firebase/log';
import { buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { deleteApp } from 'firebase-admin/app';
import Stripe from 'stripe';
import { virtualClock } from './virtual-clock.ts';
import { watchStripe } from './watch-stripe.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;
export type Site = Stage['sites'][number];

const PROJECT = 'demo-outharbor';
const RULES = new URL('../../../infra/firebase/database.rules.json', import.meta.url);

/** Starts the emulators and two deployments on one Stripe account, where schedules run one after another. */
export async function openStage() {
  virtualClock.start();
  const [database, stripe] = await Promise.all([
    startDatabaseEmulator({ rules: await readFile(RULES, 'utf8') }),
    startStripeEmulator({ publicUrl: 'http://localhost:8080', seed: STRIPE_CATALOGUE, draftSeconds: 0 }),
  ]);
  const lines: string[] = [];
  const logger = buildLogger({ level: 'error' }, { write: (line) => lines.push(line) });
  const watch = watchStripe(stripe.url);
  routeFirebaseLog(logger);
  const address = new URL(stripe.url);
  const createSdk = (mode: 'test' | 'live') =>
    new Stripe(`sk_${mode}_emulated`, { host: address.hostname, port: address.port, protocol: 'http' });
  const sites = ['production', 'staging'].map((deployment) =>
    openSite(buildConfig(stripe.url, database.url, deployment), database.url),
  );
  return {
    stripe,
    sites,
    logger,
    /** What the APIs log as errors. */
    lines,
    touched: watch.touched,
    metrics: createMetrics(),
    test: createSdk('test'),
    live: createSdk('live'),
    async reset(): Promise<void> {
      await stripe.reset();
      lines.length = 0;
      watch.touched.length = 0;
      for (const site of sites) await site.put('', null);
    },
    async close(): Promise<void> {
      await Promise.all(sites.map((site) => site.close()));
      await Promise.all([stripe.close(), database.close()]);
      watch.stop();
      virtualClock.stop();
    },
  };
}

/** One deployment: its configuration and its database namespace. */
function openSite(config: Config, databaseUrl: string) {
  const firebase = createFirebaseApp(config.firebase);
  const namespace = new URL(config.firebase.databaseUrl).searchParams.get('ns');
  const request = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: 'Bearer owner' };
    const answer = await fetch(`${databaseUrl}/${path}.json?ns=${namespace}`, { ...init, headers });
    if (!answer.ok) throw new Error(`the database answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    config,
    name: config.stripe.deployment,
    ledger: createFirebaseLedger(firebase, config.firebase, () => {}),
    /** Bypasses the security rules, like the Firebase console. */
    get: (path: string) => request(path),
    put: (path: string, value: unknown) => request(path, { method: 'PUT', body: JSON.stringify(value) }),
    close: () => deleteApp(firebase),
  };
}

function buildConfig(stripeUrl: string, databaseUrl: string, deployment: string): Config {
  return loadConfig(
    {
      PUBLIC_URL: 'http://localhost:8080',
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_DATABASE_URL: `${databaseUrl}?ns=${deployment}`,
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_emulated',
      STRIPE_WEBHOOK_SECRET: 'whsec_emulated',
      STRIPE_API_URL: stripeUrl,
      DEPLOYMENT_ID: deployment,
      RECONCILE_INTERVAL_SECONDS: '0',
    },
    () => '',
  );
}
