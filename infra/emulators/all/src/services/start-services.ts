import { join } from 'node:path';
import type { EmulatorsConfig } from '../config/config.ts';
import type { Running } from './running.ts';
import type { Service } from './services.ts';

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

/** Loads and starts only the chosen services. Everything passed to `closing` must be closed, even on failure. */
export async function startServices(
  options: ServicesOptions,
  closing: (started: { close(): Promise<void> }) => void,
): Promise<Running> {
  const { services, config, host, freePorts, stateDir, onWarning } = options;
  const projectId = config.projectId ?? DEFAULT_PROJECT;
  const common = <Name extends Service>(name: Name) => ({
    host,
    ...(freePorts ? FREE_PORTS : DEFAULT_PORTS[name]),
    ...(stateDir !== undefined && { dataDir: join(stateDir, name) }),
    allowedHosts: config.allowedHosts,
  });
  async function start<T extends { close(): Promise<void> }>(
    name: Service,
    starting: () => Promise<T>,
  ): Promise<T | undefined> {
    if (!services.has(name)) return undefined;
    const started = await starting();
    closing(started);
    return started;
  }
  const identity = await start('identity', async () => {
    const { startIdentityEmulator } = await import('@outharbor/identity-emulator');
    const { users: _users, ...settings } = config.identity ?? {};
    return startIdentityEmulator({ ...common('identity'), ...settings, projectId, onWarning });
  });
  const stripe = await start('stripe', async () => {
    const { startStripeEmulator } = await import('@outharbor/stripe-emulator');
    const {
      products: _products,
      prices: _prices,
      taxRegistrations: _taxRegistrations,
      webhooks,
      faults: _faults,
      ...settings
    } = config.stripe ?? {};
    return startStripeEmulator({
      ...common('stripe'),
      ...settings,
      pagesPath: '',
      ...(webhooks && { webhookEndpoints: webhooks }),
    });
  });
  const database = await start('database', async () => {
    const { startDatabaseEmulator } = await import('@outharbor/database-emulator');
    return startDatabaseEmulator({
      ...common('database'),
      // Accepts only the identity emulator's tokens, and `owner` for administrators, as the SDKs send it.
      ...(identity && !config.identity?.permissive && { tokenAuthority: identity, allowOwner: true }),
      ...config.database,
      onWarning,
    });
  });
  const scheduling = await start('scheduling', async () => {
    const { startSchedulingEmulator } = await import('@outharbor/scheduling-emulator');
    const { webhooks, faults: _faults, ...settings } = config.scheduling ?? {};
    return startSchedulingEmulator({
      ...common('scheduling'),
      ...settings,
      pagesPath: '',
      ...(webhooks && { webhookEndpoints: webhooks }),
    });
  });
  const console = await start('console', async () => {
    const { startConsole, targetAddresses } = await import('@outharbor/console');
    return startConsole({
      ...common('console'),
      ...config.console,
      targets: targetAddresses({ stripe, identity, database, scheduling }, projectId),
    });
  });
  return { identity, stripe, database, scheduling, console };
}
