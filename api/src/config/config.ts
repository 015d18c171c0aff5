import type { Environment } from './environment.ts';
import { type EnvironmentVariables, type ReadFile, readEnvironment } from './read-environment.ts';
import { emulatorAddresses, unsafeCombinations } from './safety-rules.ts';

export type Config = ReturnType<typeof group>;

/** Thrown with every fault of the environment at once, one line each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Environment strings in, one frozen and grouped config out. */
export function loadConfig(variables: EnvironmentVariables, readFile: ReadFile): Config {
  const { environment, faults } = readEnvironment(variables, readFile);
  if (environment === undefined || faults.length > 0) throw new ConfigError(faults);
  const unsafe = unsafeCombinations(environment);
  if (unsafe.length > 0) throw new ConfigError(unsafe);
  return group(environment);
}

function group(environment: Environment) {
  return deepFreeze({
    http: {
      host: environment.HOST,
      port: Number(environment.PORT),
      trustProxy: environment.TRUST_PROXY === 'false' ? false : environment.TRUST_PROXY,
      requestTimeoutMs: Number(environment.REQUEST_TIMEOUT_MS),
    },
    publicUrl: new URL(environment.PUBLIC_URL).origin,
    emulated: emulatorAddresses(environment).length > 0,
    log: { level: environment.LOG_LEVEL },
    firebase: {
      projectId: environment.FIREBASE_PROJECT_ID,
      databaseUrl: environment.FIREBASE_DATABASE_URL,
      authEmulated: environment.FIREBASE_AUTH_EMULATOR_HOST !== undefined,
      serviceAccount: environment.FIREBASE_SERVICE_ACCOUNT ?? null,
      databaseTimeoutMs: Number(environment.DATABASE_TIMEOUT_MS),
      identityTimeoutMs: Number(environment.IDENTITY_TIMEOUT_MS),
    },
    stripe: {
      secretKey: environment.STRIPE_SECRET_KEY,
      webhookSecrets: environment.STRIPE_WEBHOOK_SECRET.split(','),
      apiUrl: environment.STRIPE_API_URL ?? null,
      timeoutMs: Number(environment.STRIPE_TIMEOUT_MS),
      livemode: environment.STRIPE_SECRET_KEY.includes('k_live_'),
    },
    metrics:
      environment.METRICS_PORT === undefined
        ? null
        : { host: environment.METRICS_HOST, port: Number(environment.METRICS_PORT) },
    rateLimit: {
      perMinute: Number(environment.RATE_LIMIT_PER_MINUTE),
      redisUrl: environment.REDIS_URL ?? null,
    },
    reconciler: { intervalSeconds: Number(environment.RECONCILE_INTERVAL_SECONDS) },
  });
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) deepFreeze(part);
  }
  return Object.freeze(value);
}
