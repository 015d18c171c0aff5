export interface IdentityEmulatorOptions {
  readonly projectId: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Port of the control routes; none when absent, 0 for any free one. */
  readonly controlPort?: number;
  /** Where users and keys are kept; in memory alone when absent. */
  readonly dataDir?: string | undefined;
  /** Where mailed links lead; the emulator's own page when absent. */
  readonly actionUrl?: string;
  /**
   * Starts like a project just created in the Firebase console: no sign-in method is enabled, mailed links lead to the
   * project's page at Google, and only its own domain is authorised. `configure` sets what is missing.
   */
  readonly newProject?: boolean;
  /**
   * Is as lenient as the official emulator: tokens are unsigned and no signature is checked, whoever reaches the port is
   * an administrator, and answers reveal which accounts exist. For test suites that need it.
   */
  readonly permissive?: boolean;
  /** Accepts `owner` as an administrator, as the official emulator does; true when absent. */
  readonly allowOwner?: boolean;
  /** Milliseconds since the epoch; the machine's clock when absent. */
  readonly now?: () => number;
  /** Called with what goes wrong behind the scenes. */
  readonly onWarning?: (message: string) => void;
}
