import type { Store } from '../state/store.ts';

export class Time {
  readonly #store: Store;
  #frozenAt: number | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  now(testClock: string | null = null): number {
    const clock = testClock === null ? undefined : this.#store.testClocks.get(testClock);
    if (clock !== undefined) return clock.frozenTime;
    return this.#frozenAt ?? Math.floor(Date.now() / 1000) + this.offset;
  }

  /** Seconds by which the account's clock is ahead of the system clock. */
  get offset(): number {
    return this.#store.clock.get('clock')?.offset ?? 0;
  }

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
