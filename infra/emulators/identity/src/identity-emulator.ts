import type { KeyObject } from 'node:crypto';
import type { Control } from './control/control-server.ts';
import type { IdentityEmulatorOptions } from './options.ts';
import { RunningEmulator } from './running-emulator.ts';

export type { IdentityEmulatorOptions } from './options.ts';

export interface IdentityEmulator extends Control {
  readonly url: string;
  /** `host:port`, as FIREBASE_AUTH_EMULATOR_HOST and connectAuthEmulator want it. */
  readonly authority: string;
  readonly projectId: string;
  /** Address of the control routes, when they were asked for. */
  readonly controlUrl: string | undefined;
  /** The key that tokens with this key id are signed with; undefined for an unknown id. */
  publicKey(keyId: string): KeyObject | undefined;
  /** Whether this is an access token that the project's service account was granted. */
  isAccessToken(token: string): boolean;
  close(): Promise<void>;
}

/** Starts an emulator; throws when a port is taken or saved state cannot be read. */
export async function startIdentityEmulator(options: IdentityEmulatorOptions): Promise<IdentityEmulator> {
  const emulator = new RunningEmulator(options);
  await emulator.open();
  return emulator;
}
