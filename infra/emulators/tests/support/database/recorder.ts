import type { DataSnapshot } from 'firebase/database';

/** Records events and lets a test wait for them. */
export class Recorder<T> {
  readonly events: T[] = [];
  #waiting: { holds: (events: readonly T[]) => boolean; resolve: () => void }[] = [];

  readonly record = (event: T): void => {
    this.events.push(event);
    this.#waiting = this.#waiting.filter(({ holds, resolve }) => {
      if (!holds(this.events)) return true;
      resolve();
      return false;
    });
  };

  /** Resolves with the events as soon as they satisfy the condition. */
  async until(holds: (events: readonly T[]) => boolean): Promise<readonly T[]> {
    if (!holds(this.events)) await new Promise<void>((resolve) => this.#waiting.push({ holds, resolve }));
    return this.events;
  }

  count(count: number): Promise<readonly T[]> {
    return this.until((events) => events.length >= count);
  }

  async last(expected: (event: T) => boolean): Promise<T> {
    const events = await this.until((all) => all.some(() => expected(all.at(-1) as T)));
    return events.at(-1) as T;
  }
}

/** A recorder of values, for `onValue`. */
export function valueRecorder(): Recorder<unknown> & {
  readonly onSnapshot: (snapshot: DataSnapshot) => void;
} {
  const recorder = new Recorder<unknown>();
  return Object.assign(recorder, {
    onSnapshot: (snapshot: DataSnapshot) => recorder.record(snapshot.val()),
  });
}
