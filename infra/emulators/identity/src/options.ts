import type { CommonOptions } from '@outharbor/emulator-kit/environment';

export interface IdentityEmulatorOptions extends CommonOptions {
  readonly projectId: string;
  /** Port of the control interface; disabled when absent, 0 picks a free port. */
  readonly controlPort?: number;
  /** Target of mailed links; the emulator's own page when absent. */
  readonly actionUrl?: string;
  /** Starts like a project just created in the Firebase console: with no sign-in method enabled. */
  readonly newProject?: boolean;
  /** As lenient as the official emulator: tokens are unsigned, and every client is an administrator. */
  readonly permissive?: boolean;
  /** Accepts `owner` as an administrator, as the official emulator does; true when absent. */
  readonly allowOwner?: boolean;
  /** Milliseconds since the epoch; the system clock when absent. */
  readonly now?: () => number;
  readonly onWarning?: (message: string) => void;
}
