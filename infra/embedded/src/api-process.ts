import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { API_PATHS } from '@outharbor/contract/paths';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { freePort } from './free-port.ts';
import { waitUntilReady } from './wait-until-ready.ts';

const ENTRY = fileURLToPath(import.meta.resolve('@outharbor/api/server'));
const HOST = '127.0.0.1';
const READY_WITHIN_MS = 20_000;

export interface ApiProcess {
  /** Unchanged by restarts. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Resolves when the process has exited. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Starts the process again at the same address, once it has stopped. Resolves when it is ready. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface ApiProcessOptions {
  readonly environment: (port: number) => NodeJS.ProcessEnv;
  readonly onOutput: (text: string) => void;
  /** Defaults to the API's sources. */
  readonly entry?: string | undefined;
  /** Options of Node.js, such as `--inspect`. */
  readonly nodeOptions?: readonly string[] | undefined;
}

export interface LaunchedApi extends ApiProcess {
  /** Call it once the services it needs are running. */
  untilReady(): Promise<void>;
}

export async function startApiProcess(options: ApiProcessOptions): Promise<ApiProcess> {
  const api = await launchApiProcess(options);
  await api.untilReady();
  return api;
}

export async function launchApiProcess({
  environment,
  onOutput,
  entry = ENTRY,
  nodeOptions = [],
}: ApiProcessOptions): Promise<LaunchedApi> {
  let port = await freePort(HOST);
  const url = () => `http://${HOST}:${port}`;
  const start = () => launch(entry, environment(port), onOutput, nodeOptions);
  let { child, untilReady } = start();
  const startAgain = () => {
    ({ child, untilReady } = start());
    return untilReady(url());
  };
  return {
    get url() {
      return url();
    },
    get pid() {
      return child.pid;
    },
    untilReady: async () => {
      try {
        await untilReady(url());
      } catch (error) {
        if (!isPortTaken(error)) throw error;
        port = await freePort(HOST);
        await startAgain();
      }
    },
    kill: (signal) => endProcess(child, signal),
    restart: async () => {
      await endProcess(child);
      await startAgain();
    },
    close: () => endProcess(child),
  };
}

/** Another program may take a free port before the API does. */
function isPortTaken(error: unknown): boolean {
  return error instanceof Error && error.message.includes('EADDRINUSE');
}

function launch(
  entry: string,
  env: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
  nodeOptions: readonly string[],
) {
  const child = fork(entry, { env, execArgv: [...nodeOptions], silent: true });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
  const stderrOutput: string[] = [];
  child.stderr?.on('data', (text: string) => stderrOutput.push(text));
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const listening = once(child, 'message', { signal: ended.signal });
  // It is awaited later; until then a rejection must not count as unhandled.
  listening.catch(() => undefined);
  const untilReady = async (url: string): Promise<void> => {
    try {
      await listening;
      await waitUntilReady(`${url}${API_PATHS.ready}`, { withinMs: READY_WITHIN_MS, signal: ended.signal });
    } catch (cause) {
      await endProcess(child, 'SIGKILL');
      throw new Error(`The API did not become ready. ${stderrOutput.join('').trim()}`, { cause });
    }
  };
  return { child, untilReady };
}
