import { createHash } from 'node:crypto';
import {
  Branch,
  type DataNode,
  getPriority,
  type PresentNode,
  PrioritizedScalar,
  type Scalar,
} from './data-node.ts';
import { numberHashText } from './number-hash.ts';
import { comparePriorities } from './value-order.ts';

/** The hash that clients compute for the same data; '' for no data. */
export function hashNode(node: DataNode): string {
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
  return `${typeof value}:${typeof value === 'number' ? numberHashText(value) : value}`;
}

function priorityText(node: PresentNode): string {
  const priority = getPriority(node);
  if (priority === null) return '';
  return `priority:${typeof priority}:${typeof priority === 'number' ? numberHashText(priority) : priority}:`;
}

function childrenText(node: Branch): string {
  const children: [string, PresentNode][] = [];
  let prioritized = false;
  node.children.ascend((key, child) => {
    children.push([key, child]);
    prioritized ||= getPriority(child) !== null;
    return true;
  });
  // Children are already in key order, and the sort is stable.
  if (prioritized) children.sort((a, b) => comparePriorities(getPriority(a[1]), getPriority(b[1])));
  return children.map(([key, child]) => `:${key}:${hashNode(child)}`).join('');
}
