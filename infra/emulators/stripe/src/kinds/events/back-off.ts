export interface BackOff {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxAttempts: number;
}

/** Seconds where Stripe waits hours, so that a recovered receiver soon gets its events. */
export const DEFAULT_BACK_OFF: BackOff = { firstDelayMs: 500, maxDelayMs: 60_000, maxAttempts: 40 };

/** Milliseconds from failed attempt number `attempts` to the next; null after the last. */
export function retryDelay(
  { firstDelayMs, maxDelayMs, maxAttempts }: BackOff,
  attempts: number,
): number | null {
  if (attempts >= maxAttempts) return null;
  return Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);
}
