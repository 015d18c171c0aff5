import type { ConsoleHandle } from '@outharbor/console';
import type { DatabaseEmulator } from '@outharbor/database-emulator';
import type { IdentityEmulator } from '@outharbor/identity-emulator';
import type { SchedulingEmulator } from '@outharbor/scheduling-emulator';
import type { StripeEmulator } from '@outharbor/stripe-emulator';

export const SERVICES = ['stripe', 'identity', 'database', 'scheduling', 'console'] as const;
export type Service = (typeof SERVICES)[number];

export function isService(name: string): name is Service {
  return SERVICES.some((service) => service === name);
}

/** The emulators of firebase-tools, and ours for them. */
export const FIREBASE_SERVICES: Readonly<Record<string, Service>> = {
  auth: 'identity',
  database: 'database',
  ui: 'console',
};

export interface Running {
  readonly stripe?: StripeEmulator | undefined;
  readonly identity?: IdentityEmulator | undefined;
  readonly database?: DatabaseEmulator | undefined;
  readonly scheduling?: SchedulingEmulator | undefined;
  readonly console?: ConsoleHandle | undefined;
}
