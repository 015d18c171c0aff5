import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerCommand, startServerCommand } from '../../support/server-command.ts';

const COMMAND = fileURLToPath(new URL('../../../database/bin/database-emulator.mjs', import.meta.url));
const BARE_SERVER = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));

export type EmulatorProcess = Pick<ServerCommand, 'url' | 'pid' | 'end'>;

/** Starts the emulator's command in a separate process, as users do. */
export async function startEmulatorProcess(rules?: object): Promise<EmulatorProcess> {
  const file = join(tmpdir(), `database-rules-${process.pid}.json`);
  if (rules) await writeFile(file, JSON.stringify({ rules }));
  const emulator = await startServerCommand(COMMAND, { PORT: '0', ...(rules && { RULES_FILE: file }) });
  return {
    ...emulator,
    async end() {
      const code = await emulator.end();
      if (rules) await rm(file);
      return code;
    },
  };
}

/** Starts the baseline server, to compare with the emulator. */
export function startBareServer(): Promise<EmulatorProcess> {
  return startServerCommand(BARE_SERVER, {});
}
