import { type DataNode, isBranch, type Priority, type Scalar, scalarOf } from './data-node.ts';

/** Order of values: null, false, true, numbers, strings, objects (all equal). */
export function compareValues(a: DataNode, b: DataNode): number {
  const rankA = rankOf(a);
  const rankB = rankOf(b);
  if (rankA !== rankB) return rankA - rankB;
  return compareScalars(scalarOf(a), scalarOf(b));
}

export function comparePriorities(a: Priority, b: Priority): number {
  return compareValues(a, b);
}

function compareScalars(a: Scalar | null, b: Scalar | null): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}

function rankOf(node: DataNode): number {
  if (isBranch(node)) return 4;
  const value = scalarOf(node);
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  return typeof value === 'number' ? 2 : 3;
}
