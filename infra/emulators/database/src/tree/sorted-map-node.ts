/** Pages of the persistent B+ tree behind `SortedMap`. Pages are immutable once reachable. */

const MAX_ENTRIES = 32;
const MIN_ENTRIES = MAX_ENTRIES / 4;

export type Compare<K> = (a: K, b: K) => number;

export class LeafPage<K, V> {
  readonly keys: readonly K[];
  readonly values: readonly V[];
  constructor(keys: readonly K[], values: readonly V[]) {
    this.keys = keys;
    this.values = values;
  }
  get size(): number {
    return this.keys.length;
  }
}

export class InnerPage<K, V> {
  /** The smallest key of each child page. */
  readonly keys: readonly K[];
  readonly pages: readonly Page<K, V>[];
  readonly size: number;
  constructor(keys: readonly K[], pages: readonly Page<K, V>[], size: number) {
    this.keys = keys;
    this.pages = pages;
    this.size = size;
  }
}

export function createInnerPage<K, V>(pages: readonly Page<K, V>[]): InnerPage<K, V> {
  return new InnerPage(
    pages.map((page) => page.keys[0] as K),
    pages,
    pages.reduce((sum, page) => sum + page.size, 0),
  );
}

/** Replaces the child page at `index`; the keys array is shared if it does not change. */
function withPage<K, V>(page: InnerPage<K, V>, index: number, child: Page<K, V>): InnerPage<K, V> {
  const before = page.pages[index] as Page<K, V>;
  const key = child.keys[0] as K;
  const keys = page.keys[index] === key ? page.keys : page.keys.with(index, key);
  return new InnerPage(keys, page.pages.with(index, child), page.size - before.size + child.size);
}

export type Page<K, V> = LeafPage<K, V> | InnerPage<K, V>;

/** Index of the first key that is not smaller than `key`. */
export function lowerBound<K>(keys: readonly K[], key: K, compare: Compare<K>): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(keys[middle] as K, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the child page whose range contains `key`. */
export function childIndex<K>(keys: readonly K[], key: K, compare: Compare<K>): number {
  const index = lowerBound(keys, key, compare);
  if (index < keys.length && compare(keys[index] as K, key) === 0) return index;
  return Math.max(0, index - 1);
}

export function insertInto<K, V>(page: Page<K, V>, key: K, value: V, compare: Compare<K>): Page<K, V>[] {
  if (page instanceof LeafPage) return insertIntoLeaf(page, key, value, compare);
  const index = childIndex(page.keys, key, compare);
  const replaced = insertInto(page.pages[index] as Page<K, V>, key, value, compare);
  const [only, second] = replaced;
  if (only && !second) return [withPage(page, index, only)];
  return splitPages(page.pages.toSpliced(index, 1, ...replaced));
}

function insertIntoLeaf<K, V>(page: LeafPage<K, V>, key: K, value: V, compare: Compare<K>): Page<K, V>[] {
  const index = lowerBound(page.keys, key, compare);
  if (index < page.keys.length && compare(page.keys[index] as K, key) === 0) {
    return [new LeafPage(page.keys, page.values.with(index, value))];
  }
  const keys = page.keys.toSpliced(index, 0, key);
  const values = page.values.toSpliced(index, 0, value);
  if (keys.length <= MAX_ENTRIES) return [new LeafPage(keys, values)];
  // Splitting at the end leaves full pages behind when keys only grow, as push ids do.
  const cut = index === keys.length - 1 ? keys.length - 1 : keys.length >>> 1;
  return [
    new LeafPage(keys.slice(0, cut), values.slice(0, cut)),
    new LeafPage(keys.slice(cut), values.slice(cut)),
  ];
}

function splitPages<K, V>(pages: Page<K, V>[]): Page<K, V>[] {
  if (pages.length <= MAX_ENTRIES) return [createInnerPage(pages)];
  const cut = pages.length >>> 1;
  return [createInnerPage(pages.slice(0, cut)), createInnerPage(pages.slice(cut))];
}

/** Removes `key`. Returns the same page when it has no such key, and null when nothing remains. */
export function removeFrom<K, V>(page: Page<K, V>, key: K, compare: Compare<K>): Page<K, V> | null {
  if (page instanceof LeafPage) return removeFromLeaf(page, key, compare);
  const index = childIndex(page.keys, key, compare);
  const child = page.pages[index] as Page<K, V>;
  const rest = removeFrom(child, key, compare);
  if (rest === child) return page;
  if (rest === null) {
    return page.pages.length === 1 ? null : createInnerPage(page.pages.toSpliced(index, 1));
  }
  const replaced = withPage(page, index, rest);
  return rest.keys.length < MIN_ENTRIES ? createInnerPage(mergeSiblings(replaced.pages, index)) : replaced;
}

function removeFromLeaf<K, V>(page: LeafPage<K, V>, key: K, compare: Compare<K>): Page<K, V> | null {
  const index = lowerBound(page.keys, key, compare);
  if (index === page.keys.length || compare(page.keys[index] as K, key) !== 0) return page;
  if (page.keys.length === 1) return null;
  return new LeafPage(page.keys.toSpliced(index, 1), page.values.toSpliced(index, 1));
}

function mergeSiblings<K, V>(pages: readonly Page<K, V>[], index: number): readonly Page<K, V>[] {
  const left = index > 0 ? index - 1 : index;
  const a = pages[left];
  const b = pages[left + 1];
  if (!a || !b || a.keys.length + b.keys.length > MAX_ENTRIES) return pages;
  return pages.toSpliced(left, 2, joinPages(a, b));
}

function joinPages<K, V>(a: Page<K, V>, b: Page<K, V>): Page<K, V> {
  if (a instanceof LeafPage && b instanceof LeafPage) {
    return new LeafPage([...a.keys, ...b.keys], [...a.values, ...b.values]);
  }
  return createInnerPage([...(a as InnerPage<K, V>).pages, ...(b as InnerPage<K, V>).pages]);
}

/** Builds full pages bottom-up from entries that are sorted and free of duplicates. */
export function pagesFromSorted<K, V>(keys: readonly K[], values: readonly V[]): Page<K, V> | null {
  if (keys.length === 0) return null;
  let level: Page<K, V>[] = [];
  for (let at = 0; at < keys.length; at += MAX_ENTRIES) {
    level.push(new LeafPage(keys.slice(at, at + MAX_ENTRIES), values.slice(at, at + MAX_ENTRIES)));
  }
  while (level.length > 1) {
    const above: Page<K, V>[] = [];
    for (let at = 0; at < level.length; at += MAX_ENTRIES) {
      above.push(createInnerPage(level.slice(at, at + MAX_ENTRIES)));
    }
    level = above;
  }
  return level[0] ?? null;
}
