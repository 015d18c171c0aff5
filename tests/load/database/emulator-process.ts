import { type ChildProcess, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/embedded/end-process';

const COMMAND_LINE = fileURLToPath(
  new URL('../../../infra/emulators/database/bin/database-emulator.mjs', import.meta.url),
);
const BARE_SERVER = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));

export interface EmulatorProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the command-line form in a process of its own, as it runs outside of tests. */
export async function startEmulatorProcess(rules?: object): Promise<EmulatorProcess> {
  const environment: NodeJS.ProcessEnv = { PORT: '0', PATH: process.env.PATH };
  if (rules) {
    environment.RULES_FILE = join(tmpdir(), `database-rules-${process.pid}.json`);
    await writeFile(environment.RULES_FILE, JSON.stringify({ rules }));
  }
  const emulator = await startProcess(COMMAND_LINE, environment);
  return {
    ...emulator,
    async stop() {
      await emulator.stop();
      if (environment.RULES_FILE) await rm(environment.RULES_FILE);
    },
  };
}

/** What Node takes by itself, to be measured beside the emulator. */
export function startBareServer(): Promise<EmulatorProcess> {
  return startProcess(BARE_SERVER, { PATH: process.env.PATH });
}

async function startProcess(file: string, environment: NodeJS.ProcessEnv): Promise<EmulatorProcess> {
  const child = spawn(process.execPath, [file], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await addressOf(child);
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => endProcess(child),
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/\S+?(?=,|$)/.exec(line)?.[0];
    if (url) return url;
  }
  throw new Error('the server ended before it listened');
}
