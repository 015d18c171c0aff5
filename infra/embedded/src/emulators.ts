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
  /** Random if absent. */
  readonly controlPorts?: Readonly<Record<keyof Emulators, number>> | undefined;
}

/** Ports of the services whose addresses the API needs before they start. */
interface EmulatorPorts extends Readonly<Record<'identity' | 'database' | 'stripe', ReservedPort>> {
  /** Random if absent. */
  readonly scheduling?: number;
}

/** Starts all emulators. The database accepts only tokens of the identity emulator. */
export async function startEmulators(
  { host, publicUrl, dataDir, ports, controlPorts }: EmulatorsOptions,
  closing: Closing,
): Promise<Emulators> {
  const folder = (name: string) => (dataDir === undefined ? {} : { dataDir: join(dataDir, name) });
  // Ports are released as late as possible: the API may already be connecting. It repeats a failed call to Stripe
  // only after half a second, so that one comes first.
  await ports.stripe.close();
  const stripe = await closing.add(
    startStripeEmulator({
      host,
      port: ports.stripe.port,
      controlPort: controlPorts?.stripe ?? 0,
      publicUrl,
      secretKey: EMULATED.stripeSecretKey,
      accountName: eventType.host.name,
      seed: STRIPE_CATALOGUE,
      draftSeconds: 0,
      eventDays: null,
      webhookEndpoints: [
        { url: `${publicUrl}${API_PATHS.stripeWebhook}`, secret: EMULATED.stripeWebhookSecret },
      ],
      ...folder('stripe'),
    }),
  );
  await ports.identity.close();
  const [identity, scheduling] = await Promise.all([
    closing.add(
      startIdentityEmulator({
        host,
        port: ports.identity.port,
        controlPort: controlPorts?.identity ?? 0,
        projectId: EMULATED.projectId,
        ...folder('identity'),
      }),
    ),
    closing.add(
      startSchedulingEmulator({
        host,
        port: ports.scheduling ?? 0,
        controlPort: controlPorts?.scheduling ?? 0,
        publicUrl,
        eventType,
        ...folder('scheduling'),
      }),
    ),
  ]);
  await ports.database.close();
  const database = await closing.add(
    startDatabaseEmulator({
      host,
      port: ports.database.port,
      controlPort: controlPorts?.database ?? 0,
      rulesFile: RULES,
      tokenAuthority: identity,
      // The API has no service account here; the front door strips this credential from public requests.
      allowOwner: true,
      ...folder('database'),
    }),
  );
  return { identity, database, stripe, scheduling };
}
