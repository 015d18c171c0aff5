import { randomUUID } from 'node:crypto';

/** What changed in a collection, for those who keep a copy. */
export interface Changes<Row> {
  /** Passed to ask for later changes. */
  readonly cursor: string;
  /** The number of all rows; a copy with more has some that were removed. */
  readonly count: number;
  readonly rows: readonly Row[];
}

/** Writes positions in a feed as cursors, which mean nothing in any other. */
export class Cursors {
  readonly #feed = randomUUID().slice(0, 8);

  at(position: number): string {
    return `${this.#feed}.${position}`;
  }

  /** Returns the position of a cursor; 0, the start, if the cursor is of another feed. */
  positionAt(cursor: string): number {
    const [feed, position] = cursor.split('.');
    return feed === this.#feed ? Number(position) : 0;
  }
}

/** Numbers entities in the order in which they are first seen. They are replaced, never changed. */
export class ChangeFeed {
  readonly #cursors = new Cursors();
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  /** Entities that are new since `cursor`; all of them for one of another feed. */
  since<T extends object>(cursor: string, entities: Iterable<T>) {
    const known = this.#cursors.positionAt(cursor);
    const changed: T[] = [];
    let count = 0;
    for (const entity of entities) {
      count += 1;
      if (this.#numberFor(entity) > known) changed.push(entity);
    }
    return { cursor: this.#cursors.at(this.#last), count, changed };
  }

  #numberFor(entity: object): number {
    const known = this.#numbers.get(entity);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(entity, this.#last);
    return this.#last;
  }
}
