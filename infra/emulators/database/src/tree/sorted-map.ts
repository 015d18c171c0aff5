import {
  type Compare,
  childIndex,
  createInnerPage,
  InnerPage,
  insertInto,
  LeafPage,
  lowerBound,
  type Page,
  pagesFromSorted,
  removeFrom,
} from './sorted-map-node.ts';

/** Return false to stop the traversal. */
export type Visit<K, V> = (key: K, value: V) => boolean | undefined;

/** A persistent sorted map: a change costs O(log n) and leaves the original unchanged. */
export class SortedMap<K, V> {
  readonly #compare: Compare<K>;
  readonly #root: Page<K, V> | null;

  constructor(compare: Compare<K>, root: Page<K, V> | null = null) {
    this.#compare = compare;
    this.#root = root;
  }

  /** `keys` must be sorted and free of duplicates. */
  static fromSorted<K, V>(compare: Compare<K>, keys: readonly K[], values: readonly V[]): SortedMap<K, V> {
    return new SortedMap(compare, pagesFromSorted(keys, values));
  }

  get size(): number {
    return this.#root?.size ?? 0;
  }

  get(key: K): V | undefined {
    let page = this.#root;
    while (page instanceof InnerPage) page = page.pages[childIndex(page.keys, key, this.#compare)] ?? null;
    if (!page) return undefined;
    const index = lowerBound(page.keys, key, this.#compare);
    const found = page.keys[index];
    return found !== undefined && this.#compare(found, key) === 0 ? page.values[index] : undefined;
  }

  set(key: K, value: V): SortedMap<K, V> {
    if (!this.#root) return new SortedMap<K, V>(this.#compare, new LeafPage([key], [value]));
    const pages = insertInto(this.#root, key, value, this.#compare);
    const root = pages.length === 1 ? (pages[0] as Page<K, V>) : createInnerPage(pages);
    return new SortedMap(this.#compare, root);
  }

  delete(key: K): SortedMap<K, V> {
    if (!this.#root) return this;
    let root = removeFrom(this.#root, key, this.#compare);
    if (root === this.#root) return this;
    while (root instanceof InnerPage && root.pages.length === 1) root = root.pages[0] ?? null;
    return new SortedMap(this.#compare, root);
  }

  /** Pairs in ascending order, for readers that pause and resume. */
  entries(): Generator<[K, V]> {
    return pageEntries(this.#root);
  }

  /** Visits in ascending order, from the first key not smaller than `from`. */
  ascend(visit: Visit<K, V>, from?: K): void {
    if (this.#root) ascendPage(this.#root, visit, this.#compare, from);
  }

  /** Visits in descending order, from the last key not greater than `from`. */
  descend(visit: Visit<K, V>, from?: K): void {
    if (this.#root) descendPage(this.#root, visit, this.#compare, from);
  }
}

function* pageEntries<K, V>(page: Page<K, V> | null): Generator<[K, V]> {
  if (page instanceof InnerPage) for (const child of page.pages) yield* pageEntries(child);
  else if (page) for (let at = 0; at < page.size; at++) yield [page.keys[at] as K, page.values[at] as V];
}

function ascendPage<K, V>(page: Page<K, V>, visit: Visit<K, V>, compare: Compare<K>, from?: K): boolean {
  if (page instanceof LeafPage) {
    const start = from === undefined ? 0 : lowerBound(page.keys, from, compare);
    for (let at = start; at < page.keys.length; at++) {
      if (visit(page.keys[at] as K, page.values[at] as V) === false) return false;
    }
    return true;
  }
  const start = from === undefined ? 0 : childIndex(page.keys, from, compare);
  for (let at = start; at < page.pages.length; at++) {
    if (!ascendPage(page.pages[at] as Page<K, V>, visit, compare, at === start ? from : undefined))
      return false;
  }
  return true;
}

function descendPage<K, V>(page: Page<K, V>, visit: Visit<K, V>, compare: Compare<K>, from?: K): boolean {
  if (page instanceof LeafPage) {
    for (let at = lastIndex(page.keys, compare, from); at >= 0; at--) {
      if (visit(page.keys[at] as K, page.values[at] as V) === false) return false;
    }
    return true;
  }
  const start = from === undefined ? page.pages.length - 1 : childIndex(page.keys, from, compare);
  for (let at = start; at >= 0; at--) {
    if (!descendPage(page.pages[at] as Page<K, V>, visit, compare, at === start ? from : undefined))
      return false;
  }
  return true;
}

function lastIndex<K>(keys: readonly K[], compare: Compare<K>, from?: K): number {
  if (from === undefined) return keys.length - 1;
  const index = lowerBound(keys, from, compare);
  const exact = index < keys.length && compare(keys[index] as K, from) === 0;
  return exact ? index : index - 1;
}
