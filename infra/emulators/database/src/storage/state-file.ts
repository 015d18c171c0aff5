import { createHash } from 'node:crypto';
import { readIfExists, replaceFile } from '@outharbor/emulator-kit/replace-file';
import { Branch, type DataNode } from '../tree/data-node.ts';
import { fromJson } from '../tree/from-json.ts';
import { toExportJson } from '../tree/to-json.ts';

const FORMAT = 'realtime-database-emulator-state';
const VERSION = 1;

const headerLine = (namespace: string) => JSON.stringify({ format: FORMAT, version: VERSION, namespace });

class StateFileError extends Error {
  constructor(path: string, reason: string) {
    super(`the state file ${path} ${reason}; it is left untouched, move it away to start empty`);
    this.name = 'StateFileError';
  }
}

export async function writeStateFile(path: string, namespace: string, root: DataNode): Promise<void> {
  await replaceFile(path, signedChunks(namespace, root));
}

function* signedChunks(namespace: string, root: DataNode): Generator<string> {
  const digest = createHash('sha256');
  for (const chunk of stateChunks(namespace, root)) {
    digest.update(chunk);
    yield chunk;
  }
  yield `${digest.digest('hex')}\n`;
}

function* stateChunks(namespace: string, root: DataNode): Generator<string> {
  yield `${headerLine(namespace)}\n`;
  yield* exportChunks(root);
  yield '\n';
}

/** Returns null when the file does not exist. Throws a StateFileError for a damaged or foreign file. */
export function readStateFile(path: string, namespace: string): { root: DataNode } | null {
  const text = readIfExists(path);
  if (text === undefined) return null;
  const lines = text.split('\n');
  const [header = '', data = '', digest = ''] = lines;
  if (header !== headerLine(namespace))
    throw new StateFileError(path, 'is not of this emulator and namespace');
  const expected = createHash('sha256').update(`${header}\n${data}\n`).digest('hex');
  if (lines.length !== 4 || digest !== expected)
    throw new StateFileError(path, 'is incomplete or was modified');
  return { root: fromJson(JSON.parse(data), null, { now: 0, depth: 0 }) };
}

/** UTF-16 code units; small enough not to delay requests noticeably. */
const CHUNK_LENGTH = 64 * 1024;
/** The most children with which a branch is serialized in one step. */
const SMALL_BRANCH = 64;

/** Serializes a tree in chunks. The tree is immutable, so writes can continue in between. */
function* exportChunks(root: DataNode): Generator<string> {
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
