import { type DatabaseEmulatorOptions, withDefaults } from './options.ts';
import { type DatabaseEmulator, RunningEmulator } from './running-emulator.ts';

export type { DatabaseEmulatorOptions } from './options.ts';
export type { DatabaseEmulator, DatabaseNamespace } from './running-emulator.ts';

/** Starts an emulator. Throws if a port is in use, the rules do not load or saved state is invalid. */
export async function startDatabaseEmulator(
  options: DatabaseEmulatorOptions = {},
): Promise<DatabaseEmulator> {
  const emulator = new RunningEmulator(withDefaults(options));
  await emulator.open();
  return emulator;
}
