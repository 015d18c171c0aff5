import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Resolves when `url` responds with a 2xx; rejects after `withinMs` or when `signal` aborts. */
export async function waitUntilReady(
  url: string,
  { withinMs, signal }: { withinMs: number; signal: AbortSignal },
): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  let last: unknown;
  while (!deadline.aborted) {
    try {
      const answer = await fetch(url, { signal: deadline });
      if (answer.ok) return;
      last = new Error(`${url} returned ${answer.status}: ${await answer.text()}`);
    } catch (error) {
      // The last attempt was aborted; the previous error is more informative.
      if (!deadline.aborted || last === undefined) last = error;
    }
    await pause(PAUSE_MS);
  }
  throw new Error(signal.aborted ? 'The process exited.' : `Not ready in ${withinMs} ms.`, { cause: last });
}
