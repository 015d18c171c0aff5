import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface EmulatorProcess {
  readonly url: string;
  readonly controlUrl: string;
  /** Resident memory of the process, in bytes. */
  memory(): Promise<number>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const COMMAND = fileURLToPath(import.meta.resolve('@outharbor/stripe-emulator/command-line'));

/** The emulator in a process of its own, so that nothing else is measured with it. */
export async function startEmulatorProcess(
  environment: Readonly<Record<string, string>> = {},
): Promise<EmulatorProcess> {
  const child = spawn(process.execPath, ['--no-warnings', COMMAND], {
    env: { PATH: process.env.PATH, PORT: '0', CONTROL_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const [, url = '', controlUrl = ''] = /(http\S+), control on (http\S+)/.exec(String(line)) ?? [];
  return {
    url,
    controlUrl,
    async memory() {
      const health = await fetch(`${controlUrl}/_emulator/health`).then((answer) => answer.text());
      const { residentBytes }: { residentBytes: number } = JSON.parse(health);
      return residentBytes;
    },
    async reset() {
      await fetch(`${controlUrl}/_emulator/reset`, { method: 'POST' });
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
