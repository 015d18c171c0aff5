import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { API_PATHS } from '@outharbor/contract/paths';
import { untilAnswers } from './until-answers.ts';

const ENTRY = fileURLToPath(import.meta.resolve('@outharbor/api/server'));
const READY_WITHIN_MS = 20_000;
const STOP_WITHIN_MS = 10_000;

export interface ApiProcess {
  readonly url: string;
  readonly pid: number | undefined;
  /** Ends it, without warning (SIGKILL) or in order (SIGTERM), and resolves when it is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Starts it again at the same address and resolves when it is ready; stops it first if it runs. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface ApiProcessOptions {
  readonly url: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly onOutput: (text: string) => void;
}

/** The API as it is deployed: a process that knows nothing but its environment. */
export async function startApiProcess(options: ApiProcessOptions): Promise<ApiProcess> {
  let child = launch(options);
  const api: ApiProcess = {
    url: options.url,
    get pid() {
      return child.pid;
    },
    kill: (signal) => end(child, signal),
    restart: async () => {
      await end(child, 'SIGTERM');
      child = launch(options);
      await untilReady(child, options.url);
    },
    close: () => end(child, 'SIGTERM'),
  };
  try {
    await untilReady(child, options.url);
  } catch (error) {
    await api.kill('SIGKILL');
    throw error;
  }
  return api;
}

function launch({ environment, onOutput }: ApiProcessOptions): ChildProcess {
  const child = spawn(process.execPath, [ENTRY], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', onOutput);
  }
  return child;
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const lastWords: string[] = [];
  child.stderr?.on('data', (text: string) => lastWords.push(text));
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  try {
    await untilAnswers(`${url}${API_PATHS.ready}`, { withinMs: READY_WITHIN_MS, signal: ended.signal });
  } catch (cause) {
    throw new Error(`The API did not become ready. ${lastWords.join('').trim()}`, { cause });
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(timer);
}
