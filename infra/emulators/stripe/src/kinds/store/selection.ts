import type { Identified } from './kind-type.ts';

/**
 * Entities, newest first, that can be paged from a cursor; the cursor entity need not match the selection.
 */
export interface Selection<T> extends Iterable<T> {
  /** Entities older than `id`, newest first; undefined if `id` does not exist. */
  olderThan(id: string): Iterable<T> | undefined;
  /** Entities newer than `id`, oldest first; undefined if `id` does not exist. */
  newerThan(id: string): Iterable<T> | undefined;
}

/** Treats an array, already sorted newest first, as a selection. */
export function createSelection<T extends Identified>(items: readonly T[]): Selection<T> {
  const findPosition = (id: string) => items.findIndex((item) => item.id === id);
  return {
    [Symbol.iterator]: () => items[Symbol.iterator](),
    olderThan: (id) => (findPosition(id) < 0 ? undefined : items.slice(findPosition(id) + 1)),
    newerThan: (id) => (findPosition(id) < 0 ? undefined : items.slice(0, findPosition(id)).reverse()),
  };
}
