import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endProcess } from '@outharbor/embedded/end-process';

export interface ServerCommand {
  readonly url: string;
  /** Empty where it names but one address. */
  readonly controlUrl: string;
  readonly pid: number;
  /** Ends it and resolves with its exit code, null where the signal itself ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a server by its command, as containers do, from the given variables alone.
 * Resolves once it has written its addresses, and rejects with its exit code and complaint if it ends before.
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
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`ended with ${code}: ${complaint.trim()}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => undefined);
  const [url = '', controlUrl = ''] = String(line).match(/http:\/\/[^\s,]+/g) ?? [];
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
