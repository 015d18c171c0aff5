import type { Switches } from '../changeable-settings.ts';
import type { Store } from './store.ts';

type Delays = Pick<Switches, 'listDelaySeconds' | 'searchDelaySeconds'>;

/** Hides new objects from lists and searches for a while; retrieving them by id always works. */
export class VisibilityDelay {
  readonly #delays: Delays;
  readonly #now: () => number;
  readonly #madeAt = new Map<string, number>();

  constructor(store: Store, delays: Delays, now: () => number) {
    this.#delays = delays;
    this.#now = now;
    store.onCommit((changes) => {
      if (delays.listDelaySeconds === 0 && delays.searchDelaySeconds === 0) return;
      for (const { id, value, previous } of changes) {
        if (value !== undefined && previous === undefined) this.#madeAt.set(id, now());
      }
    });
  }

  hidesFromLists(id: string): boolean {
    return this.#isYounger(id, this.#delays.listDelaySeconds);
  }

  hidesFromSearch(id: string): boolean {
    return this.#isYounger(id, this.#delays.searchDelaySeconds);
  }

  clear(): void {
    this.#madeAt.clear();
  }

  #isYounger(id: string, seconds: number): boolean {
    const madeAt = seconds === 0 ? undefined : this.#madeAt.get(id);
    return madeAt !== undefined && madeAt + seconds > this.#now();
  }
}
