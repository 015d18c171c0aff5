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
   * Begins as the console leaves a project that was just created: no way to sign in is enabled, mailed links lead to
   * the project's own page at Google, and no domain besides its own is authorised. `configure` sets what is missing.
   */
  readonly newProject?: boolean;
  /**
   * Behaves as leniently as the official emulator: tokens are unsigned and nobody's signature is checked, whoever
   * reaches the port is an administrator, and answers tell which accounts exist. For test suites that need it.
   */
  readonly permissive?: boolean;
  /** Takes `owner` for an administrator, as every emulator does; true when absent. */
  readonly allowOwner?: boolean;
  /** Milliseconds since the epoch; the machine's clock when absent. */
  readonly now?: () => number;
  /** Told of what goes wrong behind the scenes. */
  readonly onWarning?: (message: string) => void;
}
