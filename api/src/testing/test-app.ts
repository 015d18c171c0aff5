import { buildApp } from '../app.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import type { IdentityGateway } from '../gateways/firebase/identity.ts';
import type { Account } from '../gateways/identity.ts';
import { buildLogger } from '../logging/build-logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { createMemoryPayments, type MemoryPayments } from './memory-payments.ts';

export const EMULATED_ENVIRONMENT = {
  PUBLIC_URL: 'http://localhost:8080',
  PORT: '0',
  LOG_LEVEL: 'silent',
  FIREBASE_PROJECT_ID: 'demo-outharbor',
  FIREBASE_DATABASE_URL: 'http://127.0.0.1:9000?ns=demo-outharbor-default-rtdb',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  STRIPE_SECRET_KEY: 'sk_test_emulated',
  STRIPE_WEBHOOK_SECRET: 'whsec_emulated',
  STRIPE_API_URL: 'http://127.0.0.1:12111',
  RECONCILE_INTERVAL_SECONDS: '0',
} as const;

export function testConfig(variables: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({ ...EMULATED_ENVIRONMENT, ...variables }, () => {
    throw new Error('the test config must not read files');
  });
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>;

export interface TestAppOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly identity?: IdentityGateway;
  readonly readWebhook?: MemoryPayments['readWebhook'];
}

/** In memory, what a process of the API works with; `lines` is what it logs. */
export function createMemoryParts(identity = createMemoryIdentity()) {
  const lines: string[] = [];
  return {
    identity,
    payments: createMemoryPayments(),
    ledger: createMemoryLedger(),
    metrics: createMetrics(),
    logger: buildLogger({ level: 'debug' }, { write: (line) => lines.push(line) }),
    lines,
  };
}

/** Builds the API over in-memory gateways; tokens are `t.<uid>.x`. */
export async function buildTestApp(options: TestAppOptions = {}) {
  const config = testConfig(options.variables);
  const { identity, payments, ledger, metrics, logger, lines } = createMemoryParts(options.identity);
  if (options.readWebhook) payments.readWebhook = options.readWebhook;
  const app = await buildApp({ config, gateways: { payments, ledger, identity }, logger, metrics });
  return { app, payments, ledger, metrics, lines };
}

/** Every uid has an account except those in `erased`; `changed` overrides account fields. */
export function createMemoryIdentity(
  erased = new Set<string>(),
  signedInAt = 0,
  changed: ReadonlyMap<string, Partial<Account>> = new Map(),
): IdentityGateway {
  const makeIdentity = (uid: string) => ({ uid, email: `${uid}@example.com`, name: uid });
  const makeAccount = (uid: string): Account => ({
    ...makeIdentity(uid),
    emailVerified: false,
    disabled: false,
    ...changed.get(uid),
  });
  return {
    async verify(token) {
      const uid = /^t\.([\w-]+)\.x$/.exec(token)?.[1];
      if (uid === undefined) throw new AppError('unauthenticated');
      return { ...makeIdentity(uid), signedInAt, signInAge: Date.now() / 1000 - signedInAt };
    },
    async requireCurrent({ uid }) {
      if (erased.has(uid) || makeAccount(uid).disabled) throw new AppError('unauthenticated');
    },
    describe: async (uid) => (erased.has(uid) ? undefined : { ...makeAccount(uid) }),
    endSessions: async () => {},
    deleteAccount: async (uid) => void erased.add(uid),
    findByEmail: async (emails) =>
      emails
        .map((email) => makeAccount(email.replace(/@.*/, '')))
        .filter(({ uid, email }) => !erased.has(uid) && emails.some((one) => one === email)),
    findAccounts: async (uids) =>
      new Map(uids.filter((uid) => !erased.has(uid)).map((uid) => [uid, makeAccount(uid)])),
  };
}

export const bearer = (uid: string) => ({ authorization: `Bearer t.${uid}.x` });
