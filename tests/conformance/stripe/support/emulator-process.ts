import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface EmulatorProcess {
  readonly port: number;
  readonly controlUrl: string;
  /** Ends the process and answers its exit code, null where a signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

const COMMAND = fileURLToPath(import.meta.resolve('@outharbor/stripe-emulator/command-line'));

/** Starts the emulator as containers do: by its command, from environment variables. Fails with what it complained of. */
export async function startEmulatorProcess(environment: Record<string, string>): Promise<EmulatorProcess> {
  const child = spawn(process.execPath, ['--no-warnings', COMMAND], {
    env: { PATH: process.env.PATH, PORT: '0', CONTROL_PORT: '0', ...environment },
  });
  const ended = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const line = await Promise.race([once(child.stdout, 'data'), ended.then(() => null)]);
  if (line === null) throw new Error(complaint.trim());
  const [, url = '', controlUrl = ''] = /(http\S+), control on (http\S+)/.exec(String(line)) ?? [];
  return {
    port: Number(new URL(url).port),
    controlUrl,
    async stop(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
