import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const WARNED_ABOVE = 0.7;
const FULL_ABOVE = 0.85;
const DEFAULT_SEMI_SPACE_MB = 64;
/** A collection of a full heap takes tenths of a second. */
const MEASURED_AGAIN_AFTER_MS = 5000;

export interface MemoryReading {
  /** The bytes left after a full garbage collection. */
  readonly usedBytes: number;
  readonly limitBytes: number;
}

/** Follows the heap of this process, so that an emulator can say so and reject more before the process is killed. */
export class MemoryWatch {
  readonly #warn: (message: string) => void;
  readonly #observer: PerformanceObserver;
  #reading = reading();
  #measuredAt = 0;
  #warned = false;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
    this.#observer = new PerformanceObserver((list) => {
      const collections = list.getEntries() as { readonly detail?: { readonly kind?: number } }[];
      if (collections.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR))
        this.#measure();
    });
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  get reading(): MemoryReading {
    return this.#reading;
  }

  /** Whether new objects must be rejected. Asked while full, it checks again every few seconds. */
  isFull(): boolean {
    if (share(this.#reading) <= FULL_ABOVE) return false;
    if (Date.now() - this.#measuredAt > MEASURED_AGAIN_AFTER_MS) {
      collectGarbage();
      this.#measure();
    }
    return share(this.#reading) > FULL_ABOVE;
  }

  close(): void {
    this.#observer.disconnect();
  }

  #measure(): void {
    this.#reading = reading();
    this.#measuredAt = Date.now();
    const isScarce = share(this.#reading) > WARNED_ABOVE;
    if (isScarce && !this.#warned) this.#warn(scarcity(this.#reading));
    this.#warned = isScarce;
  }
}

/** Advice to people on what to do about it. */
export function scarcity({ usedBytes, limitBytes }: MemoryReading): string {
  const [used, limit] = [usedBytes, limitBytes].map((bytes) => Math.round(bytes / 1e6));
  return `${used} of ${limit} MB of memory are used: reset the state, or raise the limit (--max-old-space-size, mem_limit)`;
}

function share({ usedBytes, limitBytes }: MemoryReading): number {
  return usedBytes / limitBytes;
}

function reading(): MemoryReading {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return { usedBytes: used_heap_size, limitBytes: heap_size_limit - youngGenerationBytes() };
}

/** V8 counts the young generation, three semi-spaces, in its limit, although old objects cannot use it. */
function youngGenerationBytes(): number {
  const options = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`;
  const megabytes = /--max-semi-space-size=(\d+)/.exec(options)?.[1] ?? DEFAULT_SEMI_SPACE_MB;
  return 3 * Number(megabytes) * 1024 ** 2;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
