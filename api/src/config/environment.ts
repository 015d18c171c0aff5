import { type Static, Type } from 'typebox';

const Port = (description: string, fallback: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]{0,4})$', default: fallback, description });

const Address = (description: string) =>
  Type.Optional(Type.String({ pattern: '^https?://[^\\s]+$', description }));

const HostAndPort = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.\\-\\[\\]:]+:[0-9]{1,5}$', description }));

const Count = (fallback: string, description: string) =>
  Type.String({ pattern: '^[1-9][0-9]{0,6}$', default: fallback, description });

const Switch = (description: string) =>
  Type.Enum(['true', 'false'], { default: 'false', description: `true or false: ${description}` });

const Matching = (pattern: string, description: string) => Type.String({ pattern, description });

const NotEmpty = (description: string) => Type.String({ minLength: 1, description });

const PROXY = '(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(/[0-9]{1,3})?)';
const HOST = '([a-z0-9-]+\\.)+[a-z]+';

/** The API's environment variables, as strings. */
export const Environment = Type.Object({
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'a listen address' }),
  PORT: Port('a port number', '3000'),
  PUBLIC_URL: Matching('^https?://[^/\\s]+$', 'the public origin, without a path'),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'a pino level',
  }),
  ALERT_LOG: Type.Optional(NotEmpty('a file that also gets the log lines with `alert`')),
  TRUST_PROXY: Type.String({
    pattern: `^(false|${PROXY}(,${PROXY})*)$`,
    default: 'false',
    description:
      'false, or the addresses of the proxies in front: loopback, linklocal, uniquelocal, addresses or ranges',
  }),
  REQUEST_TIMEOUT_MS: Count('10000', 'a request timeout in milliseconds'),
  FIREBASE_PROJECT_ID: Matching('^[a-z][a-z0-9-]{3,60}$', 'a Firebase project id'),
  FIREBASE_DATABASE_URL: Matching('^https?://[^\\s]+$', 'an http or https URL'),
  FIREBASE_AUTH_EMULATOR_HOST: HostAndPort('host:port'),
  FIREBASE_DATABASE_EMULATOR_HOST: HostAndPort('host:port'),
  FIREBASE_CREDENTIALS: Type.Enum(['service-account', 'application-default'], {
    default: 'service-account',
    description: 'service-account (a key) or application-default (no key)',
  }),
  FIREBASE_SERVICE_ACCOUNT: Type.Optional(NotEmpty('the JSON of a service account key')),
  GOOGLE_APPLICATION_CREDENTIALS: Type.Optional(NotEmpty("a credential file for Google's libraries")),
  GOOGLE_CLOUD_PROJECT: Type.Optional(NotEmpty("the project id for Google's libraries")),
  STRIPE_SECRET_KEY: Matching('^[sr]k_(test|live)_[A-Za-z0-9_]+$', 'a Stripe secret or restricted key'),
  STRIPE_WEBHOOK_SECRET: Matching(
    '^whsec_[^\\s,]{4,}(,whsec_[^\\s,]{4,})*$',
    'one signing secret, or several separated by commas during rotation',
  ),
  STRIPE_API_URL: Address('an http or https URL'),
  DEPLOYMENT_ID: Type.Optional(
    Matching(
      '^[A-Za-z0-9._-]{1,100}$',
      'letters, digits, dots, underscores and dashes, unique among the deployments on the Stripe account',
    ),
  ),
  STRIPE_ALLOW_TEST_KEY: Type.Enum(['true', 'false'], { default: 'false', description: 'true or false' }),
  CHECKOUT_HOSTS: Type.Optional(
    Matching(`^${HOST}( ${HOST})*$`, "the host names of Stripe's custom domains, separated by spaces"),
  ),
  STRIPE_AUTOMATIC_TAX: Switch('whether Stripe Tax calculates the tax of a checkout'),
  STRIPE_TAX_IDS: Switch('whether a checkout collects a tax id'),
  STRIPE_BILLING_ADDRESSES: Switch('whether a checkout collects a billing address'),
  STRIPE_TIMEOUT_MS: Count('4000', 'a Stripe call timeout in milliseconds'),
  DATABASE_TIMEOUT_MS: Count('3000', 'a database call timeout in milliseconds'),
  IDENTITY_TIMEOUT_MS: Count('4000', 'a token verification timeout in milliseconds'),
  METRICS_HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'a listen address' }),
  METRICS_PORT: Type.Optional(Port('a port number', '9464')),
  OTEL_EXPORTER_OTLP_ENDPOINT: Address('the base URL of an OTLP collector that receives traces over HTTP'),
  RATE_LIMIT_PER_MINUTE: Count('120', 'the number of requests per user and minute'),
  REDIS_URL: Type.Optional(Matching('^rediss?://[^\\s]+$', 'a Redis URL')),
  RECONCILE_INTERVAL_SECONDS: Type.String({
    pattern: '^(0|[1-9][0-9]{0,5})$',
    default: '60',
    description: 'the seconds between reconciler passes, or 0 to disable it',
  }),
});
export type Environment = Static<typeof Environment>;

/** Secrets that may be read from the file named by `<NAME>_FILE` instead. */
export const SECRET_VARIABLES = [
  'FIREBASE_SERVICE_ACCOUNT',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'REDIS_URL',
] as const satisfies readonly (keyof Environment)[];
