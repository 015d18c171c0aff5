import { EMULATED } from './emulated-environment.ts';

export interface ApiSurroundings {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  /** `host:port` of the Auth emulator. */
  readonly identityAuthority: string;
  readonly databaseUrl: string;
  readonly stripeUrl: string;
  readonly logLevel: string;
  /** Set last: what a test or a benchmark wants otherwise. */
  readonly overrides?: Readonly<Record<string, string>> | undefined;
}

/** Of this process's own environment, what any program needs; nothing of it configures the API. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE'] as const;

export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const inherited = INHERITED.map((name) => [name, process.env[name]]);
  return Object.fromEntries(inherited.filter(([, value]) => value !== undefined));
}

/** The API's whole environment in an emulated stack. */
export function apiEnvironment(surroundings: ApiSurroundings): NodeJS.ProcessEnv {
  const { host: databaseAuthority } = new URL(surroundings.databaseUrl);
  return {
    ...inheritedEnvironment(),
    HOST: surroundings.host,
    PORT: String(surroundings.port),
    PUBLIC_URL: surroundings.publicUrl,
    LOG_LEVEL: surroundings.logLevel,
    TRUST_PROXY: 'loopback',
    FIREBASE_PROJECT_ID: EMULATED.projectId,
    FIREBASE_DATABASE_URL: `${surroundings.databaseUrl}?ns=${EMULATED.databaseNamespace}`,
    FIREBASE_DATABASE_EMULATOR_HOST: databaseAuthority,
    FIREBASE_AUTH_EMULATOR_HOST: surroundings.identityAuthority,
    STRIPE_SECRET_KEY: EMULATED.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: EMULATED.stripeWebhookSecret,
    STRIPE_API_URL: surroundings.stripeUrl,
    ...surroundings.overrides,
  };
}
