import { startConsole } from '@outharbor/console';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { connectControl as connectDatabase } from '@outharbor/database-emulator/control-client';
import { type Emulators, type EmulatorsConfig, startEmulators } from '@outharbor/emulators';
import {
  connectNamespace as connectAll,
  type EmulatorContext,
  type EmulatorNamespace,
  emulatorFixtures,
} from '@outharbor/emulators/fixtures';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { connectNamespace as connectIdentity } from '@outharbor/identity-emulator/control-client';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { connectControl as connectScheduling } from '@outharbor/scheduling-emulator/control-client';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import { connectControl, connectNamespace } from '@outharbor/stripe-emulator/control-client';
import { test as vitest } from 'vitest';

const config: EmulatorsConfig = { stripe: { products: [{ id: 'prod_a', name: 'A' }] } };
const emulators: Emulators = await startEmulators({ services: ['stripe'], config });
const url: string | undefined = emulators.stripe?.url;
// @ts-expect-error Unknown service names do not compile.
await startEmulators({ services: ['strip'] });
const extended = vitest.extend<EmulatorContext<StripeEmulator>>(
  emulatorFixtures(() => startStripeEmulator()),
);
extended('receives the emulator handle', ({ emulators }) => void (emulators satisfies StripeEmulator));
const inNamespace = vitest.extend<EmulatorContext<EmulatorNamespace>>(
  emulatorFixtures(() => connectAll(emulators, 'worker_1')),
);
inNamespace(
  'receives its own secret key',
  ({ emulators: { stripe } }) => void (stripe?.secretKey satisfies string | undefined),
);
export const reached = [
  url,
  connectControl,
  connectDatabase,
  connectIdentity,
  connectNamespace,
  connectScheduling,
  startConsole,
  startDatabaseEmulator,
  startIdentityEmulator,
  startSchedulingEmulator,
  startStripeEmulator,
];
