import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_PATHS } from '@outharbor/contract/paths';
import type { DatabaseEmulator } from '@outharbor/database-emulator/database-emulator';
import { type IdentityEmulator, startIdentityEmulator } from '@outharbor/identity-emulator/identity-emulator';
import type { SchedulingEmulator } from '@outharbor/scheduling-emulator/scheduling-emulator';
import type { StripeEmulator } from '@outharbor/stripe-emulator/stripe-emulator';
import type { Closing } from './closing.ts';
import { EMULATED } from './emulated-environment.ts';
import { freePort } from './free-port.ts';

const RULES = fileURLToPath(new URL('../../firebase/database.rules.json', import.meta.url));

export interface Emulators {
  /** Where the Auth emulator will be; `identity` resolves when it is there. */
  readonly identityAuthority: string;
  readonly identity: Promise<IdentityEmulator>;
  readonly database: DatabaseEmulator;
  readonly stripe: StripeEmulator;
  readonly scheduling: SchedulingEmulator;
}

export interface EmulatorsOptions {
  readonly host: string;
  readonly publicUrl: string;
  readonly dataDir?: string | undefined;
}

/** Starts every emulator. The Auth emulator's process comes first and loads while the others do. */
export async function startEmulators(
  { host, publicUrl, dataDir }: EmulatorsOptions,
  closing: Closing,
): Promise<Emulators> {
  const folder = (name: string) => (dataDir === undefined ? {} : { dataDir: join(dataDir, name) });
  const identityPort = await freePort(host);
  const identity = closing.add(
    startIdentityEmulator({ host, port: identityPort, projectId: EMULATED.projectId, ...folder('identity') }),
  );
  // The failure is seen where `identity` is awaited, which may be later than it happens.
  identity.catch(() => undefined);
  const [{ startDatabaseEmulator }, { startStripeEmulator }, { startSchedulingEmulator }] = await Promise.all(
    [
      import('@outharbor/database-emulator/database-emulator'),
      import('@outharbor/stripe-emulator/stripe-emulator'),
      import('@outharbor/scheduling-emulator/scheduling-emulator'),
    ],
  );
  const [database, stripe, scheduling] = await Promise.all([
    closing.add(startDatabaseEmulator({ host, rulesFile: RULES, ...folder('database') })),
    closing.add(
      startStripeEmulator({
        host,
        publicUrl,
        secretKey: EMULATED.stripeSecretKey,
        webhookEndpoints: [
          { url: `${publicUrl}${API_PATHS.stripeWebhook}`, secret: EMULATED.stripeWebhookSecret },
        ],
        ...folder('stripe'),
      }),
    ),
    closing.add(startSchedulingEmulator({ host, publicUrl, ...folder('scheduling') })),
  ]);
  return { identityAuthority: `${host}:${identityPort}`, identity, database, stripe, scheduling };
}
