import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const COMMAND_LINE = fileURLToPath(
  new URL('../../../../infra/emulators/database/bin/database-emulator.mjs', import.meta.url),
);

export interface EmulatorCommand {
  readonly url: string;
  readonly controlUrl: string;
  /** Sends a signal and resolves with the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function spawnCommand(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [COMMAND_LINE], {
    env: { PATH: process.env.PATH, PORT: '0', CONTROL_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the command-line form and resolves when it listens. */
export async function startCommand(environment: Record<string, string>): Promise<EmulatorCommand> {
  const child = spawnCommand(environment);
  if (!child.stdout) throw new Error('no output');
  const [line] = await once(createInterface(child.stdout), 'line');
  const [url = '', controlUrl = ''] = String(line).match(/http:\/\/[\d.:]+/g) ?? [];
  return {
    url,
    controlUrl,
    async end(signal) {
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = await exit;
      return code;
    },
  };
}

/** Runs a command that is expected to give up by itself. */
export async function failedCommand(
  environment: Record<string, string>,
): Promise<{ code: number | null; errors: string }> {
  const child = spawnCommand(environment);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, errors };
}
