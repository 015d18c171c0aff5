import type { Environment } from './environment.ts';
import { type GoogleCredentials, readGoogleCredentials } from './google-credentials.ts';
import { type EnvironmentVariables, type ReadFile, readEnvironment } from './read-environment.ts';
import { emulatorAddresses, unsafeCombinations } from './safety-rules.ts';

export type Config = ReturnType<typeof group>;

/** Reports all faults of the environment at once, one per line. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Validates the environment and returns one frozen, grouped config. Throws ConfigError. */
export function loadConfig(variables: EnvironmentVariables, readFile: ReadFile): Config {
  const { environment, faults, origin } = readEnvironment(variables, readFile);
  if (environment === undefined || faults.length > 0) throw new ConfigError(faults);
  const google = readGoogleCredentials(environment, origin, readFile);
  const unsafe = [...unsafeCombinations(environment), ...google.faults];
  if (unsafe.length > 0) throw new ConfigError(unsafe);
  return group(environment, google.credentials);
}

function group(environment: Environment, credentials: GoogleCredentials) {
  return deepFreeze({
    http: {
      host: environment.HOST,
      port: Number(environment.PORT),
      trustProxy: environment.TRUST_PROXY === 'false' ? false : environment.TRUST_PROXY,
      requestTimeoutMs: Number(environment.REQUEST_TIMEOUT_MS),
    },
    publicUrl: new URL(environment.PUBLIC_URL).origin,
    emulated: emulatorAddresses(environment).length > 0,
    log: { level: environment.LOG_LEVEL, alertFile: environment.ALERT_LOG ?? null },
    firebase: {
      projectId: environment.FIREBASE_PROJECT_ID,
      databaseUrl: environment.FIREBASE_DATABASE_URL,
      identityKeysUrl: identityKeysUrl(environment.FIREBASE_AUTH_EMULATOR_HOST),
      credentials,
      databaseTimeoutMs: Number(environment.DATABASE_TIMEOUT_MS),
      identityTimeoutMs: Number(environment.IDENTITY_TIMEOUT_MS),
    },
    stripe: {
      secretKey: environment.STRIPE_SECRET_KEY,
      webhookSecrets: environment.STRIPE_WEBHOOK_SECRET.split(','),
      apiUrl: environment.STRIPE_API_URL ?? null,
      timeoutMs: Number(environment.STRIPE_TIMEOUT_MS),
      checkoutHosts: ['checkout.stripe.com', ...(environment.CHECKOUT_HOSTS?.split(' ') ?? [])],
      livemode: environment.STRIPE_SECRET_KEY.includes('k_live_'),
      tax: {
        automatic: environment.STRIPE_AUTOMATIC_TAX === 'true',
        ids: environment.STRIPE_TAX_IDS === 'true',
        addresses: environment.STRIPE_BILLING_ADDRESSES === 'true',
      },
      deployment: environment.DEPLOYMENT_ID ?? databaseName(environment.FIREBASE_DATABASE_URL),
    },
    metrics:
      environment.METRICS_PORT === undefined
        ? null
        : { host: environment.METRICS_HOST, port: Number(environment.METRICS_PORT) },
    traceEndpoint: environment.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    rateLimit: {
      perMinute: Number(environment.RATE_LIMIT_PER_MINUTE),
      redisUrl: environment.REDIS_URL ?? null,
    },
    reconciler: { intervalSeconds: Number(environment.RECONCILE_INTERVAL_SECONDS) },
  });
}

/** Where ID token keys are published, as a JSON Web Key Set. */
function identityKeysUrl(emulatorHost: string | undefined): string {
  const service = 'www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
  return emulatorHost === undefined ? `https://${service}` : `http://${emulatorHost}/${service}`;
}

/**
 * Deployments that share a database share its subscriptions, so its name identifies the deployment within a
 * Stripe account.
 */
function databaseName(address: string): string {
  const { hostname, searchParams } = new URL(address);
  return searchParams.get('ns') ?? hostname.split('.', 1)[0] ?? hostname;
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) deepFreeze(part);
  }
  return Object.freeze(value);
}
