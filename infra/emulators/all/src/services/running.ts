import type { ConsoleHandle } from '@outharbor/console';
import type { DatabaseEmulator } from '@outharbor/database-emulator';
import type { IdentityEmulator } from '@outharbor/identity-emulator';
import type { SchedulingEmulator } from '@outharbor/scheduling-emulator';
import type { StripeEmulator } from '@outharbor/stripe-emulator';

/** The services that were started. */
export interface Running {
  readonly stripe?: StripeEmulator | undefined;
  readonly identity?: IdentityEmulator | undefined;
  readonly database?: DatabaseEmulator | undefined;
  readonly scheduling?: SchedulingEmulator | undefined;
  readonly console?: ConsoleHandle | undefined;
}
