import { Branch, type DataNode } from '../tree/data-node.ts';
import { toExportJson } from '../tree/to-json.ts';

/** UTF-16 code units; small enough not to delay requests noticeably. */
const CHUNK_LENGTH = 64 * 1024;
/** The most children with which a branch is serialized in one step. */
const SMALL_BRANCH = 64;

/** Serializes a tree in chunks. The tree is immutable, so writes can continue in between. */
export function* exportChunks(root: DataNode): Generator<string> {
  let chunk = '';
  for (const part of exportParts(root)) {
    chunk += part;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function* exportParts(node: DataNode): Generator<string> {
  if (!(node instanceof Branch) || (node.children.size <= SMALL_BRANCH && !hasBranches(node))) {
    yield toExportJson(node);
    return;
  }
  yield '{';
  let separator = '';
  if (node.priority !== null) {
    yield `".priority":${JSON.stringify(node.priority)}`;
    separator = ',';
  }
  for (const [key, child] of node.children.entries()) {
    yield `${separator}${JSON.stringify(key)}:`;
    yield* exportParts(child);
    separator = ',';
  }
  yield '}';
}

function hasBranches(node: Branch): boolean {
  let found = false;
  node.children.ascend((_, child) => {
    found = child instanceof Branch;
    return !found;
  });
  return found;
}
