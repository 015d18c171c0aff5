import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { API_PATHS } from '@outharbor/contract/paths';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { untilAnswers } from './until-answers.ts';

const ENTRY = fileURLToPath(import.meta.resolve('@outharbor/api/server'));
const READY_WITHIN_MS = 20_000;

export interface ApiProcess {
  /** Stays the same over restarts. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Ends it, without warning (SIGKILL) or in order (SIGTERM), and resolves when it is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Starts it again at the same address and resolves when it is ready; stops it first if it runs. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface ApiProcessOptions {
  /** The environment of an API on `port` of this machine. */
  readonly environment: (port: number) => NodeJS.ProcessEnv;
  readonly onOutput: (text: string) => void;
  /** The program; the API's sources when absent. */
  readonly entry?: string | undefined;
}

/** Starts the API as it is deployed, a process that knows nothing but its environment, and waits until it is ready. */
export async function startApiProcess({
  environment,
  onOutput,
  entry = ENTRY,
}: ApiProcessOptions): Promise<ApiProcess> {
  const port = await freePort('127.0.0.1');
  const start = () => launch(entry, environment(port), onOutput);
  let child = start();
  const url = await whenReady(child);
  return {
    url,
    get pid() {
      return child.pid;
    },
    kill: (signal) => endProcess(child, signal),
    restart: async () => {
      await endProcess(child);
      child = start();
      await whenReady(child);
    },
    close: () => endProcess(child),
  };
}

function launch(entry: string, env: NodeJS.ProcessEnv, onOutput: (text: string) => void): ChildProcess {
  const child = fork(entry, { env, execArgv: [], silent: true });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
  return child;
}

async function whenReady(child: ChildProcess): Promise<string> {
  const lastWords: string[] = [];
  child.stderr?.on('data', (text: string) => lastWords.push(text));
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  try {
    const [{ ready: url }] = (await once(child, 'message', { signal: ended.signal })) as [{ ready: string }];
    await untilAnswers(`${url}${API_PATHS.ready}`, { withinMs: READY_WITHIN_MS, signal: ended.signal });
    return url;
  } catch (cause) {
    await endProcess(child, 'SIGKILL');
    throw new Error(`The API did not become ready. ${lastWords.join('').trim()}`, { cause });
  }
}
