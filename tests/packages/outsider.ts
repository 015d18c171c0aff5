import { startConsole } from '@outharbor/console';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { type Emulators, type EmulatorsConfig, startEmulators } from '@outharbor/emulators';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { SchedulingControlClient } from '@outharbor/scheduling-emulator/control-client';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { connectControl } from '@outharbor/stripe-emulator/control-client';

const config: EmulatorsConfig = { stripe: { products: [{ id: 'prod_a', name: 'A' }] } };
const emulators: Emulators = await startEmulators({ services: ['stripe'], config });
const url: string | undefined = emulators.stripe?.url;
// @ts-expect-error A service is named as it is called.
await startEmulators({ services: ['strip'] });
export const reached = [
  url,
  connectControl,
  SchedulingControlClient,
  startConsole,
  startDatabaseEmulator,
  startIdentityEmulator,
  startSchedulingEmulator,
  startStripeEmulator,
];
