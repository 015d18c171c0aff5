const FIRST_DELAY = 1000;
const MAX_DELAY = 30_000;

/** Milliseconds before retry number `attempt` (1 = first retry): doubles up to 30 seconds. */
export function backOff(attempt: number): number {
  return Math.min(FIRST_DELAY * 2 ** (attempt - 1), MAX_DELAY);
}

interface RetryOptions {
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown, attempt: number) => void;
  /** Resolves after the given milliseconds; tests replace it. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Retries `work` until it succeeds (true) or the signal is aborted (false). */
export async function retry(work: () => Promise<unknown>, options: RetryOptions): Promise<boolean> {
  const { signal, onFailure, wait = sleep } = options;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await work();
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      onFailure(error, attempt);
      await wait(backOff(attempt));
    }
  }
  return false;
}
