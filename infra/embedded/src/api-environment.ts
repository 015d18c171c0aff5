import { EMULATED } from './emulated-environment.ts';

export interface ApiConnections {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  /** `host:port` of the Auth emulator. */
  readonly identityAuthority: string;
  readonly databaseUrl: string;
  readonly stripeUrl: string;
  readonly logLevel: string;
  /** Applied last: values set by a test or benchmark. */
  readonly overrides?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Variables that any program needs; none of them configures the API. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE'] as const;

export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const inherited = INHERITED.map((name) => [name, process.env[name]]);
  return Object.fromEntries(inherited.filter(([, value]) => value !== undefined));
}

/** The complete environment of the API in an emulated stack. */
export function apiEnvironment(connections: ApiConnections): NodeJS.ProcessEnv {
  const { host: databaseAuthority } = new URL(connections.databaseUrl);
  return {
    ...inheritedEnvironment(),
    HOST: connections.host,
    PORT: String(connections.port),
    PUBLIC_URL: connections.publicUrl,
    LOG_LEVEL: connections.logLevel,
    TRUST_PROXY: 'loopback',
    FIREBASE_PROJECT_ID: EMULATED.projectId,
    FIREBASE_DATABASE_URL: `${connections.databaseUrl}?ns=${EMULATED.databaseNamespace}`,
    FIREBASE_DATABASE_EMULATOR_HOST: databaseAuthority,
    FIREBASE_AUTH_EMULATOR_HOST: connections.identityAuthority,
    STRIPE_SECRET_KEY: EMULATED.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: EMULATED.stripeWebhookSecret,
    STRIPE_API_URL: connections.stripeUrl,
    ...connections.overrides,
  };
}
