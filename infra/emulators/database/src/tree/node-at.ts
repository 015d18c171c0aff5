import { childOf, type DataNode, withChild } from './data-node.ts';
import type { Path } from './node-path.ts';

export function nodeAt(root: DataNode, path: Path): DataNode {
  let node = root;
  for (const key of path) {
    if (node === null) return null;
    node = childOf(node, key);
  }
  return node;
}

/** A tree with `value` at `path`; everything beside the path is shared with the tree it came from. */
export function replaceAt(root: DataNode, path: Path, value: DataNode, from = 0): DataNode {
  const key = path[from];
  if (key === undefined) return value;
  return withChild(root, key, replaceAt(childOf(root, key), path, value, from + 1));
}
