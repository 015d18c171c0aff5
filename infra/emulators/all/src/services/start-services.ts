import { join } from 'node:path';
import type { Closable, Closing } from '@outharbor/emulator-kit/closing';
import type { EmulatorsConfig } from '../config/config.ts';
import type { Running, Service } from './services.ts';

export const DEFAULT_PROJECT = 'demo-project';

const DEFAULT_PORTS = {
  stripe: { port: 4242, controlPort: 4243 },
  identity: { port: 9099, controlPort: 9098 },
  database: { port: 9000, controlPort: 9001 },
  scheduling: { port: 4010, controlPort: 4011 },
  console: { port: 4000 },
} as const;
const FREE_PORTS = { port: 0, controlPort: 0 } as const;

export interface ServicesOptions {
  readonly services: ReadonlySet<Service>;
  readonly config: EmulatorsConfig;
  readonly host: string;
  /** Uses free ports unless the config sets one. */
  readonly freePorts: boolean;
  readonly stateDir?: string | undefined;
  readonly onWarning: (message: string) => void;
}

/** Loads and starts only the chosen services, all of them to be closed with `closing`. */
export async function startServices(options: ServicesOptions, closing: Closing): Promise<Running> {
  const start = async <T extends Closable>(name: Service, starting: () => Promise<T>) =>
    options.services.has(name) ? closing.add(starting()) : undefined;
  const identity = await start('identity', () => startIdentity(options));
  const stripe = await start('stripe', () => startStripe(options));
  const database = await start('database', () => startDatabase(options, identity));
  const scheduling = await start('scheduling', () => startScheduling(options));
  const running = { identity, stripe, database, scheduling };
  return { ...running, console: await start('console', () => startConsole(options, running)) };
}

/** The settings that every service has. */
function common<Name extends Service>({ host, freePorts, stateDir, config }: ServicesOptions, name: Name) {
  return {
    host,
    ...(freePorts ? FREE_PORTS : DEFAULT_PORTS[name]),
    ...(stateDir !== undefined && { dataDir: join(stateDir, name) }),
    allowedHosts: config.allowedHosts,
  };
}

const readProjectId = ({ config }: ServicesOptions) => config.projectId ?? DEFAULT_PROJECT;

async function startIdentity(options: ServicesOptions) {
  const { startIdentityEmulator } = await import('@outharbor/identity-emulator');
  const { users: _users, ...settings } = options.config.identity ?? {};
  return startIdentityEmulator({
    ...common(options, 'identity'),
    ...settings,
    projectId: readProjectId(options),
    onWarning: options.onWarning,
  });
}

async function startStripe(options: ServicesOptions) {
  const { startStripeEmulator } = await import('@outharbor/stripe-emulator');
  const {
    products: _products,
    prices: _prices,
    taxRegistrations: _taxRegistrations,
    webhooks,
    faults: _faults,
    ...settings
  } = options.config.stripe ?? {};
  return startStripeEmulator({
    ...common(options, 'stripe'),
    ...settings,
    pagesPath: '',
    ...(webhooks && { webhookEndpoints: webhooks }),
  });
}

async function startDatabase(options: ServicesOptions, identity: Running['identity']) {
  const { startDatabaseEmulator } = await import('@outharbor/database-emulator');
  const { config, onWarning } = options;
  return startDatabaseEmulator({
    ...common(options, 'database'),
    defaultDatabase: `${readProjectId(options)}-default-rtdb`,
    // Accepts only the identity emulator's tokens, and `owner` for administrators, as the SDKs send it.
    ...(identity && !config.identity?.permissive && { tokenAuthority: identity, allowOwner: true }),
    ...config.database,
    onWarning,
  });
}

async function startScheduling(options: ServicesOptions) {
  const { startSchedulingEmulator } = await import('@outharbor/scheduling-emulator');
  const { webhooks, faults: _faults, ...settings } = options.config.scheduling ?? {};
  return startSchedulingEmulator({
    ...common(options, 'scheduling'),
    ...settings,
    pagesPath: '',
    ...(webhooks && { webhookEndpoints: webhooks }),
  });
}

async function startConsole(options: ServicesOptions, running: Omit<Running, 'console'>) {
  const { startConsole: start, targetAddresses } = await import('@outharbor/console');
  return start({
    ...common(options, 'console'),
    ...options.config.console,
    targets: targetAddresses(running, readProjectId(options)),
  });
}
