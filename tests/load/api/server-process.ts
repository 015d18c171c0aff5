import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/embedded/end-process';

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly tokens: Readonly<Record<string, string>>;
  /** Arguments for servers that depend on this one. */
  readonly given: readonly string[];
  stop(): Promise<void>;
}

type Ready = string | (Pick<ServerProcess, 'url' | 'tokens'> & Partial<Pick<ServerProcess, 'given'>>);

export const CAN_PIN = existsSync('/usr/bin/taskset') && availableParallelism() > 1;

/** Starts one of this folder's `serve-*.ts`, pinned to the given core if possible. */
export async function startServer(
  name: string,
  core: number,
  ...given: readonly string[]
): Promise<ServerProcess> {
  const file = fileURLToPath(new URL(`serve-${name}.ts`, import.meta.url));
  const options = { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] as ('ignore' | 'inherit' | 'ipc')[] };
  const child = CAN_PIN
    ? fork(file, given, {
        ...options,
        execPath: '/usr/bin/taskset',
        execArgv: ['-c', String(core), process.execPath],
      })
    : fork(file, given, options);
  const [ready] = (await Promise.race([once(child, 'message'), failure(child, name)])) as [Ready];
  return {
    tokens: {},
    given: [],
    ...(typeof ready === 'string' ? { url: ready } : ready),
    pid: child.pid ?? 0,
    stop: () => endProcess(child, 'SIGKILL'),
  };
}

async function failure(child: ChildProcess, name: string): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`${name} ended with ${code} before it listened`);
}
