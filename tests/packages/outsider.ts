import { startConsole } from '@outharbor/console';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { type Emulators, type EmulatorsConfig, startEmulators } from '@outharbor/emulators';
import { type EmulatorContext, emulatorFixtures } from '@outharbor/emulators/fixtures';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { SchedulingControlClient } from '@outharbor/scheduling-emulator/control-client';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import { connectControl, connectNamespace } from '@outharbor/stripe-emulator/control-client';
import { test as vitest } from 'vitest';

const config: EmulatorsConfig = { stripe: { products: [{ id: 'prod_a', name: 'A' }] } };
const emulators: Emulators = await startEmulators({ services: ['stripe'], config });
const url: string | undefined = emulators.stripe?.url;
// @ts-expect-error A service is named as it is called.
await startEmulators({ services: ['strip'] });
const extended = vitest.extend<EmulatorContext<StripeEmulator>>(
  emulatorFixtures(() => startStripeEmulator()),
);
extended('has the handle', ({ emulators }) => void (emulators satisfies StripeEmulator));
export const reached = [
  url,
  connectControl,
  connectNamespace,
  SchedulingControlClient,
  startConsole,
  startDatabaseEmulator,
  startIdentityEmulator,
  startSchedulingEmulator,
  startStripeEmulator,
];
