export function perSecond(count: number, startedAt: number): number {
  return Math.round(count / ((performance.now() - startedAt) / 1000));
}

/** Returns the percentile of the samples; `share` is between 0 and 1. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5);

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
