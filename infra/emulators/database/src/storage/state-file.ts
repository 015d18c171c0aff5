import { createHash } from 'node:crypto';
import { readIfExists, replaceFile } from '@outharbor/emulator-kit/replace-file';
import type { DataNode } from '../tree/data-node.ts';
import { fromJson } from '../tree/from-json.ts';
import { exportChunks } from './export-chunks.ts';

const FORMAT = 'realtime-database-emulator-state';
const VERSION = 1;

interface Header {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly namespace: string;
}

class StateFileError extends Error {
  constructor(path: string, reason: string) {
    super(`the state file ${path} ${reason}; it is left untouched, move it away to start empty`);
    this.name = 'StateFileError';
  }
}

export async function writeStateFile(path: string, namespace: string, root: DataNode): Promise<void> {
  await replaceFile(path, signedChunks({ format: FORMAT, version: VERSION, namespace }, root));
}

function* signedChunks(header: Header, root: DataNode): Generator<string> {
  const digest = createHash('sha256');
  for (const chunk of stateChunks(header, root)) {
    digest.update(chunk);
    yield chunk;
  }
  yield `${digest.digest('hex')}\n`;
}

function* stateChunks(header: Header, root: DataNode): Generator<string> {
  yield `${JSON.stringify(header)}\n`;
  yield* exportChunks(root);
  yield '\n';
}

/** Returns null when the file does not exist. Throws a StateFileError for a damaged or foreign file. */
export function readStateFile(path: string, namespace: string): { root: DataNode } | null {
  const text = readIfExists(path);
  if (text === undefined) return null;
  const lines = text.split('\n');
  const [header = '', data = '', digest = ''] = lines;
  if (!isHeader(header, namespace)) throw new StateFileError(path, 'is not of this emulator and namespace');
  const expected = createHash('sha256').update(`${header}\n${data}\n`).digest('hex');
  if (lines.length !== 4 || digest !== expected)
    throw new StateFileError(path, 'is incomplete or was modified');
  return { root: fromJson(JSON.parse(data), null, { now: 0, depth: 0 }) };
}

function isHeader(line: string, namespace: string): boolean {
  return line === JSON.stringify({ format: FORMAT, version: VERSION, namespace } satisfies Header);
}
