import { once } from 'node:events';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Aborted by the first signal that asks this process to stop; further ones do not cut an orderly end short. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}

/** Resolves when `signal` is aborted. Nothing else has to keep the process alive: what it started may be in containers. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const alive = setInterval(() => undefined, DAY_MS);
  await once(signal, 'abort');
  clearInterval(alive);
}
