import { type DataNode, isBranch, type PresentNode } from '../tree/data-node.ts';
import { SortedMap } from '../tree/sorted-map.ts';
import type { IndexKey, QueryIndex } from './query.ts';
import { compareIndexKeys, indexKeyOf } from './query-order.ts';

export type IndexEntries = SortedMap<IndexKey, PresentNode>;

/** The children of a node in the order of an index. */
export function buildIndex(index: QueryIndex, node: DataNode): IndexEntries {
  if (!isBranch(node)) return new SortedMap(compareIndexKeys);
  const entries: { at: IndexKey; child: PresentNode }[] = [];
  node.children.ascend((key, child) => {
    entries.push({ at: indexKeyOf(index, key, child), child });
    return true;
  });
  if (index.kind !== 'key') entries.sort((a, b) => compareIndexKeys(a.at, b.at));
  return SortedMap.fromSorted(
    compareIndexKeys,
    entries.map(({ at }) => at),
    entries.map(({ child }) => child),
  );
}

/** The index after one child went from `before` to `after`. */
export function updateIndex(
  entries: IndexEntries,
  index: QueryIndex,
  key: string,
  before: DataNode,
  after: DataNode,
): IndexEntries {
  const rest = before === null ? entries : entries.delete(indexKeyOf(index, key, before));
  return after === null ? rest : rest.set(indexKeyOf(index, key, after), after);
}
