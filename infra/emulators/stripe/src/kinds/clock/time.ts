import type { ClockMove } from '@outharbor/emulator-kit/time-span';
import type { Store } from '../store/store.ts';

export class Time {
  readonly #store: Store;
  readonly #platform: Time | null;
  #frozenAt: number | null = null;

  /** A connected account has its own test clocks, and otherwise the time of its `platform`. */
  constructor(store: Store, platform: Time | null = null) {
    this.#store = store;
    this.#platform = platform;
  }

  now(test_clock: string | null = null): number {
    const clock = test_clock === null ? undefined : this.#store.testClocks.get(test_clock);
    if (clock !== undefined) return clock.frozen_time;
    return this.#platform?.now() ?? this.#frozenAt ?? Math.floor(Date.now() / 1000) + this.offset;
  }

  /** Seconds by which the account's clock is ahead of the system clock. */
  get offset(): number {
    return this.#platform?.offset ?? this.#store.clock.get('clock')?.offset ?? 0;
  }

  get moves(): readonly ClockMove[] {
    return this.#store.clock.get('clock')?.moves ?? [];
  }

  frozenAt<T>(now: number, work: () => T): T {
    if (this.#platform !== null) return this.#platform.frozenAt(now, work);
    const before = this.#frozenAt;
    this.#frozenAt = now;
    try {
      return work();
    } finally {
      this.#frozenAt = before;
    }
  }
}
