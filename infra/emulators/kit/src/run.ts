import type { Closable } from './closing.ts';
import type { Environment } from './environment.ts';
import { exceptLoopback } from './except-loopback.ts';
import { explain } from './explain.ts';

export interface Process {
  readonly environment: Environment;
  readonly print: (line: string) => void;
  /** Reports a background problem on standard error as `<name>: <message>`. */
  readonly warn: (message: string) => void;
}

/** How long a signal waits for a start that is not complete. */
const START_PATIENCE_MS = 1000;
const PARENT_CHECK_MS = 500;
/** Windows sends the last two for Ctrl-Break and a closed window. Elsewhere `nohup` relies on SIGHUP. */
const STOPPING: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGTERM', 'SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGTERM', 'SIGINT'];

/** Runs a program until SIGTERM or SIGINT. A failure is one line; its exit code is `error.exitCode`, or 1. */
export async function run(
  name: string,
  start: (process: Process) => Promise<Closable | undefined>,
): Promise<void> {
  const warn = (message: string) => process.stderr.write(`${name}: ${message}\n`);
  const fail = (error: unknown): void => {
    warn(explain(error));
    process.exitCode = toExitCode(error);
  };
  // Node.js reads them for each request that `fetch` makes.
  Object.assign(process.env, exceptLoopback(process.env));
  const starting = start({
    environment: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    warn,
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // A start may wait for another process.
    const abandoned = setTimeout(() => process.exit(), START_PATIENCE_MS);
    // A failed start is reported below. Idle client connections would keep the process alive for seconds.
    const closing = starting.then(
      (running) => {
        clearTimeout(abandoned);
        return running?.close();
      },
      () => undefined,
    );
    void closing.catch(fail).then(() => process.exit());
  };
  // Signals are handled before the start completes, because a reader of the ready line may send a signal immediately.
  for (const signal of STOPPING) process.once(signal, stop);
  if (process.env.npm_lifecycle_event === 'npx') onParentEnd(stop);
  await starting.catch(fail);
}

/** npx passes SIGTERM on to the shell that it starts, and the shell ends without passing it on. */
function onParentEnd(stop: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_CHECK_MS).unref();
}

export function readyLine(
  name: string,
  { url, controlUrl }: { readonly url: string; readonly controlUrl?: string | undefined },
): string {
  return `${name} listens on ${url}${controlUrl === undefined ? '' : `, control routes on ${controlUrl}`}`;
}

function toExitCode(error: unknown): number {
  return error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number'
    ? error.exitCode
    : 1;
}
