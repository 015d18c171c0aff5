import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { access, constants, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** State contains secrets and password hashes, so only its owner may read it. */
export const OWNER_FILE = 0o600;
export const OWNER_FOLDER = 0o700;
/** Windows cannot open folders and does not need to sync them. */
const SYNCS_FOLDERS = process.platform !== 'win32';
const HELD = ['EPERM', 'EACCES', 'EBUSY'];
const MAX_WAIT_MS = 300;

/** Creates the folder of a file to be written later. Rejects at once if nothing can be written there. */
export async function prepareFile(path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  await access(folder, constants.W_OK);
}

/** Atomically replaces the file at `path`: after a crash it is either the old or the new one. */
export async function replaceFile(path: string, content: Iterable<string>): Promise<void> {
  const [folder, draft] = [dirname(path), `${path}.next`];
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const file = await open(draft, 'w', OWNER_FILE);
  try {
    // A draft left by a crash keeps its old mode when reopened.
    await file.chmod(OWNER_FILE);
    for (const chunk of content) await file.write(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  moveFile(draft, path);
  if (!SYNCS_FOLDERS) return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

export function replaceFileSync(path: string, content: Iterable<string>): void {
  const [folder, draft] = [dirname(path), `${path}.next`];
  mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
  withFile(openSync(draft, 'w', OWNER_FILE), (file) => {
    fchmodSync(file, OWNER_FILE);
    for (const chunk of content) writeSync(file, chunk);
    fsyncSync(file);
  });
  moveFile(draft, path);
  if (SYNCS_FOLDERS) withFile(openSync(folder, 'r'), fsyncSync);
}

/** Renames over any file. Windows rejects that while an indexer or a virus scanner has one of them open for a moment. */
export function moveFile(from: string, to: string): void {
  for (let waitMs = 10; ; waitMs *= 2) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (waitMs > MAX_WAIT_MS || !isHeld(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && 'code' in error && HELD.includes(String(error.code));
}

function withFile(file: number, work: (file: number) => void): void {
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}

export function readIfExists(path: string): string | undefined {
  return ifExists(() => readFileSync(path, 'utf8'));
}

/** The result of `open`; undefined when it opens a file that does not exist. */
export function ifExists<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
