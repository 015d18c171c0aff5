interface Identified {
  readonly id: string;
}

/** Entities newest first, with a place to go on from: the entity behind a cursor need not be one of them. */
export interface Selection<T> extends Iterable<T> {
  /** Those older than the entity of that id, newest first; undefined where there is no such entity. */
  olderThan(id: string): Iterable<T> | undefined;
  /** Those newer than it, oldest first. */
  newerThan(id: string): Iterable<T> | undefined;
}

/** A selection of what stands in an array, in its order. */
export function selectionOf<T extends Identified>(items: readonly T[]): Selection<T> {
  const positionOf = (id: string) => items.findIndex((item) => item.id === id);
  return {
    [Symbol.iterator]: () => items[Symbol.iterator](),
    olderThan: (id) => (positionOf(id) < 0 ? undefined : items.slice(positionOf(id) + 1)),
    newerThan: (id) => (positionOf(id) < 0 ? undefined : items.slice(0, positionOf(id)).reverse()),
  };
}
