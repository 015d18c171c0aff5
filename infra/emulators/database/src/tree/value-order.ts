import { type DataNode, getScalar, isBranch, type Scalar } from './data-node.ts';

/** Order of values: null, false, true, numbers, strings, objects (all equal). */
export function compareValues(a: DataNode, b: DataNode): number {
  const rankA = typeRank(a);
  const rankB = typeRank(b);
  if (rankA !== rankB) return rankA - rankB;
  return compareScalars(getScalar(a), getScalar(b));
}

function compareScalars(a: Scalar | null, b: Scalar | null): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}

function typeRank(node: DataNode): number {
  if (isBranch(node)) return 4;
  const value = getScalar(node);
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  return typeof value === 'number' ? 2 : 3;
}
