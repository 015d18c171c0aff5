import { Branch, type DataNode } from '../tree/data-node.ts';
import { toExportJson } from '../tree/to-json.ts';

/** UTF-16 units; small enough that writing one between two requests is not felt. */
const CHUNK_LENGTH = 64 * 1024;
/** Children up to which a branch is turned into text at once. */
const SMALL_BRANCH = 64;

/** The export form of a tree in pieces. The tree is immutable, so that writes may go on in between. */
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
