import type { Switches } from '../kinds/events/switches.ts';

interface Window {
  readonly startedAt: number;
  readonly count: number;
}

/** Counts requests per endpoint and in total, in windows of the machine's clock. */
export class RateLimits {
  readonly #windows = new Map<string, Window>();

  clear(): void {
    this.#windows.clear();
  }

  /** The limit that a request to `endpoint` exceeds; null if none. */
  reasonAgainst(endpoint: string, switches: Switches): 'endpoint-rate' | 'global-rate' | null {
    const { endpointLimit, globalLimit, limitWindowSeconds } = switches;
    if (endpointLimit === null && globalLimit === null) return null;
    if (this.#count('', limitWindowSeconds) > (globalLimit ?? Number.POSITIVE_INFINITY)) return 'global-rate';
    const own = this.#count(endpoint, limitWindowSeconds);
    return own > (endpointLimit ?? Number.POSITIVE_INFINITY) ? 'endpoint-rate' : null;
  }

  #count(name: string, windowSeconds: number): number {
    const now = Date.now();
    const window = this.#windows.get(name);
    const goesOn = window !== undefined && window.startedAt + windowSeconds * 1000 > now;
    const next = goesOn ? { ...window, count: window.count + 1 } : { startedAt: now, count: 1 };
    this.#windows.set(name, next);
    return next.count;
  }
}
