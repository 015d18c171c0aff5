import { type DataNode, getChild, withChild } from './data-node.ts';
import type { Path } from './node-path.ts';

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
