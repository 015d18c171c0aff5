import { scarcity } from '@outharbor/emulator-kit/memory-watch';
import { ApiError } from '../description/api-error.ts';
import type { Switches } from '../kinds/changeable-settings.ts';
import type { Settings } from '../kinds/context.ts';

/** Counts requests per endpoint and in total, in windows of the machine's clock. */
export class RateLimits {
  readonly #windows = new Map<string, { readonly startedAt: number; readonly count: number }>();

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

/** The answer to what would create objects when memory is nearly full, instead of being killed for it; null otherwise. */
export function outOfMemory({ memory }: Pick<Settings, 'memory'>): ApiError | null {
  if (!memory.isFull()) return null;
  const message = `The Stripe emulator is nearly out of memory. ${scarcity(memory.reading)}.`;
  return new ApiError(503, 'api_error', message, {}, true);
}
