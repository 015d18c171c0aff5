export interface BackOff {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxAttempts: number;
}

/** Seconds instead of Stripe's hours, so that a receiver that was unavailable is served again soon. */
export const DEFAULT_BACK_OFF: BackOff = { firstDelayMs: 500, maxDelayMs: 60_000, maxAttempts: 40 };

/** Milliseconds until the next attempt after `attempts` that failed; null when no more is made. */
export function retryDelay(
  { firstDelayMs, maxDelayMs, maxAttempts }: BackOff,
  attempts: number,
): number | null {
  if (attempts >= maxAttempts) return null;
  return Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);
}
