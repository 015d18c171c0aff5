import { type DatabaseEmulatorOptions, withDefaults } from './options.ts';
import type { RuleCoverage } from './rules/coverage.ts';
import { RunningEmulator } from './running-emulator.ts';

export interface DatabaseEmulator {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Address of the control routes, when they were asked for. */
  readonly controlUrl: string | undefined;
  /** Sets the rules of one namespace, or of all and of those to come. Throws a RulesError. */
  setRules(rules: string | object, namespace?: string): void;
  /** How often each rule came out which way, by namespace. */
  coverage(): Record<string, RuleCoverage[]>;
  /** Drops all data. Connections stay and see it go. */
  reset(): Promise<void>;
  /** Resolves when everything accepted so far has been handed to its sockets and is on disk. */
  settle(): Promise<void>;
  /** Ends all connections, makes the writes they left for that, and saves the state. */
  close(): Promise<void>;
}

/** Starts an emulator; throws when a port is taken, rules do not load or saved state cannot be trusted. */
export async function startDatabaseEmulator(
  options: DatabaseEmulatorOptions = {},
): Promise<DatabaseEmulator> {
  const emulator = new RunningEmulator(withDefaults(options));
  await emulator.open();
  return emulator;
}
