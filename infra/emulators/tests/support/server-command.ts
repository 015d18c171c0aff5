import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { endProcess } from '@outharbor/emulator-kit/end-process';

export interface ServerCommand {
  readonly url: string;
  /** Empty if the server prints only one URL. */
  readonly controlUrl: string;
  readonly pid: number;
  /** Ends the process and resolves with its exit code, or null if the signal terminated it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a server command with only the given variables, as a container does. Resolves once it has printed
 * its URLs; rejects with its exit code and standard error if it exits before.
 */
export async function startServerCommand(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServerCommand> {
  const { PATH, NODE_OPTIONS } = process.env;
  const child = spawn(process.execPath, ['--no-warnings', file], {
    env: { PATH, NODE_OPTIONS, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { line } = await firstLine(child);
  const [url = '', controlUrl = ''] = line.match(/http:\/\/[^\s,]+/g) ?? [];
  return {
    url,
    controlUrl,
    pid: child.pid ?? 0,
    async end(signal) {
      await endProcess(child, signal);
      return child.exitCode;
    },
  };
}

/** Resolves with the first line of standard output; rejects if the process ends before. `stderr` has all errors so far. */
export async function firstLine(child: ChildProcessByStdio<null, Readable, Readable>) {
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`ended with ${code}: ${stderr.trim()}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => undefined);
  return { line: String(line), stderr: () => stderr };
}
