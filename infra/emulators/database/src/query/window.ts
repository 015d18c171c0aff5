import { Branch, type DataNode, getPriority, isBranch, type PresentNode } from '../tree/data-node.ts';
import { compareKeys } from '../tree/key-order.ts';
import { SortedMap } from '../tree/sorted-map.ts';
import { type IndexEntries, readEntries } from './child-index.ts';
import type { Query } from './query.ts';
import { afterStart, beforeEnd, endKey, inRange, startKey, toIndexKey } from './query-order.ts';

export type Window = Map<string, PresentNode>;

export function findWindow(query: Query, node: DataNode): Window {
  const window: Window = new Map();
  if (!isBranch(node)) return window;
  if (query.limit) return limitedWindow(query, readEntries(query.index, node));
  node.children.ascend((key, child) => {
    if (inRange(query, toIndexKey(query.index, key, child))) window.set(key, child);
    return true;
  });
  return window;
}

/** Walks the index from the limited end: the cost depends on the limit, not on the number of children. */
export function limitedWindow(query: Query, entries: IndexEntries): Window {
  const window = new Map<string, PresentNode>();
  const count = query.limit?.count ?? Number.POSITIVE_INFINITY;
  if (query.limit?.from === 'last') {
    entries.descend((at, child) => {
      if (!afterStart(query, at)) return false;
      if (beforeEnd(query, at)) window.set(at.key, child);
      return window.size < count;
    }, query.end && endKey(query.index, query.end));
    return window;
  }
  entries.ascend((at, child) => {
    if (!beforeEnd(query, at)) return false;
    if (afterStart(query, at)) window.set(at.key, child);
    return window.size < count;
  }, query.start && startKey(query.index, query.start));
  return window;
}

/** The node as a filtered client sees it. */
export function windowNode(window: Window, node: DataNode): DataNode {
  if (window.size === 0) return null;
  const keys = [...window.keys()].sort(compareKeys);
  const values = keys.map((key) => window.get(key) as PresentNode);
  return new Branch(SortedMap.fromSorted(compareKeys, keys, values), getPriority(node));
}
