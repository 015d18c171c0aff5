import { getPriority, nodeAt, type PresentNode } from '../tree/data-node.ts';
import { compareKeyBounds, MAX_KEY, MIN_KEY } from '../tree/key-order.ts';
import { compareValues } from '../tree/value-order.ts';
import type { Bound, IndexKey, Query, QueryIndex } from './query.ts';

export function toIndexKey(index: QueryIndex, key: string, node: PresentNode): IndexKey {
  if (index.kind === 'key') return { value: null, key };
  if (index.kind === 'priority') return { value: getPriority(node), key };
  return { value: index.kind === 'value' ? node : nodeAt(node, index.path), key };
}

export function compareIndexKeys(a: IndexKey, b: IndexKey): number {
  return compareValues(a.value, b.value) || compareKeyBounds(a.key, b.key);
}

export function inRange(query: Query, at: IndexKey): boolean {
  return afterStart(query, at) && beforeEnd(query, at);
}

export function afterStart(query: Query, at: IndexKey): boolean {
  if (!query.start) return true;
  const order = compareIndexKeys(startKey(query.index, query.start), at);
  return query.start.inclusive ? order <= 0 : order < 0;
}

export function beforeEnd(query: Query, at: IndexKey): boolean {
  if (!query.end) return true;
  const order = compareIndexKeys(at, endKey(query.index, query.end));
  return query.end.inclusive ? order <= 0 : order < 0;
}

export const startKey = (index: QueryIndex, bound: Bound) => boundKey(index, bound, MIN_KEY);
export const endKey = (index: QueryIndex, bound: Bound) => boundKey(index, bound, MAX_KEY);

function boundKey(index: QueryIndex, { value, key }: Bound, withoutKey: string): IndexKey {
  return index.kind === 'key' ? { value: null, key: String(value) } : { value, key: key ?? withoutKey };
}
