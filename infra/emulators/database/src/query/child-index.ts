import { type DataNode, isBranch, type PresentNode } from '../tree/data-node.ts';
import { SortedMap, type Visit } from '../tree/sorted-map.ts';
import type { IndexKey, QueryIndex } from './query.ts';
import { compareIndexKeys, toIndexKey } from './query-order.ts';

/** The children of a node in index order, traversable from either end. */
export interface IndexEntries {
  ascend(visit: Visit<IndexKey, PresentNode>, from?: IndexKey): void;
  descend(visit: Visit<IndexKey, PresentNode>, from?: IndexKey): void;
}

export type ChildIndex = SortedMap<IndexKey, PresentNode>;

export function readEntries(index: QueryIndex, node: DataNode): IndexEntries {
  return index.kind === 'key' ? entriesByKey(node) : buildIndex(index, node);
}

/** Children are already stored by key. */
export function entriesByKey(node: DataNode): IndexEntries {
  if (!isBranch(node)) return { ascend() {}, descend() {} };
  return {
    ascend: (visit, from) =>
      node.children.ascend((key, child) => visit({ value: null, key }, child), from?.key),
    descend: (visit, from) =>
      node.children.descend((key, child) => visit({ value: null, key }, child), from?.key),
  };
}

export function buildIndex(index: QueryIndex, node: DataNode): ChildIndex {
  if (!isBranch(node)) return new SortedMap(compareIndexKeys);
  const entries: { at: IndexKey; child: PresentNode }[] = [];
  node.children.ascend((key, child) => {
    entries.push({ at: toIndexKey(index, key, child), child });
    return true;
  });
  entries.sort((a, b) => compareIndexKeys(a.at, b.at));
  return SortedMap.fromSorted(
    compareIndexKeys,
    entries.map(({ at }) => at),
    entries.map(({ child }) => child),
  );
}

/** Returns the index after one child changed from `before` to `after`. */
export function updateIndex(
  entries: ChildIndex,
  index: QueryIndex,
  key: string,
  before: DataNode,
  after: DataNode,
): ChildIndex {
  const rest = before === null ? entries : entries.delete(toIndexKey(index, key, before));
  return after === null ? rest : rest.set(toIndexKey(index, key, after), after);
}
