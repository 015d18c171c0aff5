import type { CommonOptions } from '@outharbor/emulator-kit/environment';

export interface IdentityEmulatorOptions extends CommonOptions {
  readonly projectId: string;
  /** Port of the control interface; disabled when absent, 0 picks a free port. */
  readonly controlPort?: number;
  /** Target of mailed links; the emulator's own page when absent. */
  readonly actionUrl?: string;
  /**
   * Starts like a project just created in the Firebase console: no sign-in method is enabled, mailed links
   * lead to the project's page at Google, and only its own domain is authorised. `configure` changes that.
   */
  readonly newProject?: boolean;
  /**
   * As lenient as the official emulator: tokens are unsigned, signatures are not checked, every client is an
   * administrator, and answers reveal which accounts exist. For test suites that need it.
   */
  readonly permissive?: boolean;
  /** Accepts `owner` as an administrator, as the official emulator does; true when absent. */
  readonly allowOwner?: boolean;
  /** Milliseconds since the epoch; the system clock when absent. */
  readonly now?: () => number;
  /** Called with background problems. */
  readonly onWarning?: (message: string) => void;
}
