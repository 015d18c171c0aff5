import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_PATHS } from '@outharbor/contract/paths';
import { type DatabaseEmulator, startDatabaseEmulator } from '@outharbor/database-emulator';
import { type IdentityEmulator, startIdentityEmulator } from '@outharbor/identity-emulator';
import { type SchedulingEmulator, startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import type { Closing } from './closing.ts';
import { EMULATED } from './emulated-environment.ts';
import type { ReservedPort } from './free-port.ts';
import { eventType } from './product/discovery-session.ts';
import { STRIPE_CATALOGUE } from './product/stripe-catalogue.ts';

const RULES = fileURLToPath(new URL('../../firebase/database.rules.json', import.meta.url));

export interface Emulators {
  readonly identity: IdentityEmulator;
  readonly database: DatabaseEmulator;
  readonly stripe: StripeEmulator;
  readonly scheduling: SchedulingEmulator;
}

export interface EmulatorsOptions {
  readonly host: string;
  readonly publicUrl: string;
  readonly dataDir?: string | undefined;
  readonly ports: EmulatorPorts;
}

/** Ports of the services whose addresses the API needs before they start. */
interface EmulatorPorts {
  readonly identity: ReservedPort;
  readonly database: ReservedPort;
  readonly stripe: ReservedPort;
}

/** Starts all emulators. The database accepts only tokens of the identity emulator. */
export async function startEmulators(
  { host, publicUrl, dataDir, ports }: EmulatorsOptions,
  closing: Closing,
): Promise<Emulators> {
  const folder = (name: string) => (dataDir === undefined ? {} : { dataDir: join(dataDir, name) });
  // Released as late as possible: the API may already be connecting.
  await ports.identity.close();
  const identity = await closing.add(
    startIdentityEmulator({
      host,
      port: ports.identity.port,
      controlPort: 0,
      projectId: EMULATED.projectId,
      ...folder('identity'),
    }),
  );
  await Promise.all([ports.database.close(), ports.stripe.close()]);
  const [database, stripe, scheduling] = await Promise.all([
    closing.add(
      startDatabaseEmulator({
        host,
        port: ports.database.port,
        controlPort: 0,
        rulesFile: RULES,
        tokenAuthority: identity,
        // The API has no service account here; the front door strips this credential from public requests.
        allowOwner: true,
        ...folder('database'),
      }),
    ),
    closing.add(
      startStripeEmulator({
        host,
        port: ports.stripe.port,
        publicUrl,
        secretKey: EMULATED.stripeSecretKey,
        seed: STRIPE_CATALOGUE,
        draftSeconds: 0,
        webhookEndpoints: [
          { url: `${publicUrl}${API_PATHS.stripeWebhook}`, secret: EMULATED.stripeWebhookSecret },
        ],
        ...folder('stripe'),
      }),
    ),
    closing.add(startSchedulingEmulator({ host, publicUrl, eventType, ...folder('scheduling') })),
  ]);
  return { identity, database, stripe, scheduling };
}
