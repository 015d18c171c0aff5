import { fileURLToPath } from 'node:url';
import { type ServerCommand, startServerCommand } from '../server-command.ts';

export const COMMAND = fileURLToPath(new URL('../../../database/bin/database-emulator.mjs', import.meta.url));

export function startCommand(environment: Readonly<Record<string, string>>): Promise<ServerCommand> {
  return startServerCommand(COMMAND, { PORT: '0', CONTROL_PORT: '0', ...environment });
}
