import { once } from 'node:events';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Aborts on the first stop signal. Later signals do not interrupt the shutdown. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}

/** Resolves when `signal` aborts, and keeps the process alive until then even if nothing else does. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const alive = setInterval(() => undefined, DAY_MS);
  await once(signal, 'abort');
  clearInterval(alive);
}
