import { Branch, type DataNode, PrioritizedScalar, type Priority, type Scalar } from './data-node.ts';
import { integerKey } from './key-order.ts';

/** From this value on, a double has more digits than a Java `long` can hold. */
const BEYOND_LONG = 2 ** 63;

/** The wire's export form: priorities are stored as `.priority`, next to the children or `.value`. */
export function toExportJson(node: DataNode): string {
  if (node instanceof Branch) return objectJson(node, toExportJson, node.priority);
  if (node instanceof PrioritizedScalar) {
    return `{".value":${scalarJson(node.value)},".priority":${scalarJson(node.priority)}}`;
  }
  return scalarJson(node);
}

/** The plain form of REST and of `val()`: no priorities, and dense integer keys become an array. */
export function toPlainJson(node: DataNode): string {
  if (node instanceof Branch) {
    return arrayLength(node) === null ? objectJson(node, toPlainJson, null) : arrayJson(node);
  }
  return scalarJson(node instanceof PrioritizedScalar ? node.value : node);
}

/** Children become `true`; scalars are unchanged. */
export function toShallowJson(node: DataNode): string {
  if (node instanceof Branch) return objectJson(node, () => 'true', null);
  return toPlainJson(node);
}

function objectJson(node: Branch, valueJson: (child: DataNode) => string, priority: Priority): string {
  const parts: string[] = priority === null ? [] : [`".priority":${scalarJson(priority)}`];
  node.children.ascend((key, child) => {
    parts.push(`${JSON.stringify(key)}:${valueJson(child)}`);
    return true;
  });
  return `{${parts.join(',')}}`;
}

function scalarJson(value: Scalar | null): string {
  return typeof value === 'number' ? numberJson(value) : JSON.stringify(value);
}

/**
 * Integers beyond a `long` get an exponent, so that no client parses them as integers. Others have all digits, which
 * JavaScript shortens beyond 2^53: clients that parse integers would get another number.
 */
function numberJson(value: number): string {
  if (Math.abs(value) >= BEYOND_LONG) return value.toExponential();
  return Number.isInteger(value) ? BigInt(value).toString() : JSON.stringify(value);
}

/** Length as an array: all keys must be integers from 0, with more than half of the indices used. */
function arrayLength(node: Branch): number | null {
  let largest = -1;
  node.children.ascend((key) => {
    const index = integerKey(key);
    largest = index !== null && index >= 0 && String(index) === key ? index : Number.POSITIVE_INFINITY;
    return largest !== Number.POSITIVE_INFINITY;
  });
  return largest < 2 * node.children.size ? largest + 1 : null;
}

function arrayJson(node: Branch): string {
  const items: string[] = [];
  node.children.ascend((key, child) => {
    while (items.length < Number(key)) items.push('null');
    items.push(toPlainJson(child));
    return true;
  });
  return `[${items.join(',')}]`;
}
