import { createHash } from 'node:crypto';
import {
  Branch,
  type DataNode,
  type PresentNode,
  PrioritizedScalar,
  priorityOf,
  type Scalar,
} from './data-node.ts';
import { comparePriorities } from './value-order.ts';

const number = new DataView(new ArrayBuffer(8));

/** The hash that clients compute of the same data; '' for no data. */
export function hashOf(node: DataNode): string {
  if (node === null) return '';
  if (node instanceof Branch) {
    node.cachedHash ??= sha1(`${priorityText(node)}${childrenText(node)}`);
    return node.cachedHash;
  }
  const value = node instanceof PrioritizedScalar ? node.value : node;
  return sha1(`${priorityText(node)}${scalarText(value)}`);
}

function sha1(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('base64');
}

function scalarText(value: Scalar): string {
  return `${typeof value}:${typeof value === 'number' ? numberText(value) : value}`;
}

function numberText(value: number): string {
  number.setFloat64(0, value);
  return number.getBigUint64(0).toString(16).padStart(16, '0');
}

function priorityText(node: PresentNode): string {
  const priority = priorityOf(node);
  if (priority === null) return '';
  return `priority:${typeof priority}:${typeof priority === 'number' ? numberText(priority) : priority}:`;
}

function childrenText(node: Branch): string {
  const children: [string, PresentNode][] = [];
  let prioritized = false;
  node.children.ascend((key, child) => {
    children.push([key, child]);
    prioritized ||= priorityOf(child) !== null;
    return true;
  });
  // Children are in key order already, and the sort is stable.
  if (prioritized) children.sort((a, b) => comparePriorities(priorityOf(a[1]), priorityOf(b[1])));
  return children.map(([key, child]) => `:${key}:${hashOf(child)}`).join('');
}
