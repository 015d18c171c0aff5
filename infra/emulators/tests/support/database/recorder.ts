import { onValue, type Query } from 'firebase/database';

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

/** Records the values of a listen. */
export function recordValues(query: Query): Recorder<unknown> {
  const recorder = new Recorder<unknown>();
  onValue(query, (snapshot) => recorder.record(snapshot.val()));
  return recorder;
}
