import { compareKeys } from './key-order.ts';
import type { Path } from './node-path.ts';
import { SortedMap } from './sorted-map.ts';

export type Scalar = string | number | boolean;
export type Priority = string | number | null;

/** A scalar with a priority; one without a priority is stored bare. */
export class PrioritizedScalar {
  readonly value: Scalar;
  readonly priority: string | number;
  constructor(value: Scalar, priority: string | number) {
    this.value = value;
    this.priority = priority;
  }
}

type ChildMap = SortedMap<string, PresentNode>;

/** A node with at least one child. */
export class Branch {
  readonly children: ChildMap;
  readonly priority: Priority;
  /** Set by `hashNode`. */
  cachedHash: string | null = null;
  constructor(children: ChildMap, priority: Priority) {
    this.children = children;
    this.priority = priority;
  }
}

export type PresentNode = Scalar | PrioritizedScalar | Branch;
/** Null means no value. Nodes are immutable. */
export type DataNode = PresentNode | null;

const NO_CHILDREN: ChildMap = new SortedMap<string, PresentNode>(compareKeys);

export function isBranch(node: DataNode): node is Branch {
  return node instanceof Branch;
}

export function getScalar(node: DataNode): Scalar | null {
  if (node instanceof PrioritizedScalar) return node.value;
  return node instanceof Branch ? null : node;
}

export function getPriority(node: DataNode): Priority {
  return node instanceof Branch || node instanceof PrioritizedScalar ? node.priority : null;
}

export function getChild(node: DataNode, key: string): DataNode {
  return node instanceof Branch ? (node.children.get(key) ?? null) : null;
}

export function withPriority(node: DataNode, priority: Priority): DataNode {
  if (node === null || getPriority(node) === priority) return node;
  if (node instanceof Branch) return new Branch(node.children, priority);
  const value = node instanceof PrioritizedScalar ? node.value : node;
  return priority === null ? value : new PrioritizedScalar(value, priority);
}

/** A scalar that gets a child becomes a branch and keeps its priority. */
function withChild(node: DataNode, key: string, child: DataNode): DataNode {
  if (child === null) return withoutChild(node, key);
  const children = node instanceof Branch ? node.children : NO_CHILDREN;
  return new Branch(children.set(key, child), getPriority(node));
}

function withoutChild(node: DataNode, key: string): DataNode {
  if (!(node instanceof Branch)) return node;
  const children = node.children.delete(key);
  if (children === node.children) return node;
  return children.size === 0 ? null : new Branch(children, node.priority);
}

/** Builds a branch from entries in any order. Later entries win; null when no entries remain. */
export function createBranch(entries: [string, PresentNode][], priority: Priority): Branch | null {
  if (entries.length === 0) return null;
  entries.sort((a, b) => compareKeys(a[0], b[0]));
  const keys = entries.map(([key]) => key);
  const values = entries.map(([, value]) => value);
  return new Branch(SortedMap.fromSorted(compareKeys, keys, values), priority);
}

export function nodeAt(root: DataNode, path: Path): DataNode {
  let node = root;
  for (const key of path) {
    if (node === null) return null;
    node = getChild(node, key);
  }
  return node;
}

/** Returns the tree with `value` at `path`. Nodes outside the path are shared with the original. */
export function replaceAt(root: DataNode, path: Path, value: DataNode, from = 0): DataNode {
  const key = path[from];
  if (key === undefined) return value;
  return withChild(root, key, replaceAt(getChild(root, key), path, value, from + 1));
}
