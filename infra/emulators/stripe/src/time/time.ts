import type { Store } from '../state/store.ts';

/** Unix seconds of the emulated account and of its test clocks. */
export class Time {
  readonly #store: Store;
  #frozenAt: number | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Now on the account's clock, or on the test clock if one is named. */
  now(testClock: string | null = null): number {
    const clock = testClock === null ? undefined : this.#store.testClocks.get(testClock);
    if (clock !== undefined) return clock.frozenTime;
    return this.#frozenAt ?? Math.floor(Date.now() / 1000) + this.offset;
  }

  /** Seconds by which the account's clock is ahead of the machine's. */
  get offset(): number {
    return this.#store.clock.get('clock')?.offset ?? 0;
  }

  /** Runs `work` as if the account's clock stood at `now`. */
  frozenAt<T>(now: number, work: () => T): T {
    const before = this.#frozenAt;
    this.#frozenAt = now;
    try {
      return work();
    } finally {
      this.#frozenAt = before;
    }
  }
}
