import { once } from 'node:events';
import { withoutExperimentalWarnings } from './without-experimental-warnings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Aborts on the first stop signal. Later signals do not interrupt the shutdown. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}

/** Resolves when `signal` aborts, and keeps the process alive until then even if nothing else does. */
async function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const alive = setInterval(() => undefined, DAY_MS);
  await once(signal, 'abort');
  clearInterval(alive);
}

/**
 * Runs what `start` resolves with until a stop signal. A failure is one clear line instead of a stack trace. `last`
 * runs in any case.
 */
export async function runUntilStopped(
  command: string,
  start: () => Promise<{ close(): Promise<void> }>,
  last: () => Promise<void> = async () => undefined,
): Promise<void> {
  withoutExperimentalWarnings();
  const stopping = stopSignal();
  try {
    const running = await start();
    await untilStopped(stopping);
    console.log('Stopping …');
    await running.close();
    process.exitCode = 0;
  } catch (error) {
    console.error(`${command}: ${explain(error)}`);
    process.exitCode = 1;
  } finally {
    await last();
  }
}

/** One line that says what went wrong and, for known errors, what to do about it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, syscall } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the process that listens on it, or choose other ports: PORT=8081 CONSOLE_PORT=4001 npm start`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `This user may not listen on port ${port}. Choose a port above 1023: PORT=8081 npm start`;
  }
  if (code === 'ERR_MODULE_NOT_FOUND') return `${firstLine(error)} Run 'npm ci', then try again.`;
  return firstLine(error);
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? message;
}
