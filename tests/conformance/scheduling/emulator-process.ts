import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const COMMAND_LINE = createRequire(import.meta.url).resolve('@outharbor/scheduling-emulator/command-line');

export interface EmulatorProcess {
  readonly url: string;
  /** Ends the process with a signal and resolves with its exit code; null where the signal itself ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts the emulator as containers do. Rejects with what it wrote if it does not come up. */
export async function startEmulatorProcess(environment: Record<string, string>): Promise<EmulatorProcess> {
  const child = spawn(process.execPath, [COMMAND_LINE], {
    env: { ...process.env, PORT: '0', CONTROL_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await readUrl(child);
  return {
    url,
    end: async (signal) => {
      const exited = once(child, 'exit');
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const [, url] = /^Scheduling emulator on (\S+),/m.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk;
    });
    child.on('close', (code) => reject(new Error(`ended with ${code}: ${errors}`)));
  });
}
