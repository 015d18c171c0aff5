import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** State holds secrets and password hashes: only its owner may read it. */
const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

/** Puts a file with this content in the place of `path`: after a crash it is the old one or the new one. */
export async function replaceFile(path: string, content: Iterable<string>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_FOLDER });
  const file = await open(draftOf(path), 'w', OWNER_FILE);
  try {
    // A draft that a crash left behind keeps its mode when it is opened again.
    await file.chmod(OWNER_FILE);
    for (const chunk of content) await file.write(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draftOf(path), path);
}

/** The same for state that changes synchronously. */
export function replaceFileSync(path: string, content: Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_FOLDER });
  const file = openSync(draftOf(path), 'w', OWNER_FILE);
  try {
    chmodSync(draftOf(path), OWNER_FILE);
    for (const chunk of content) writeSync(file, chunk);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draftOf(path), path);
}

function draftOf(path: string): string {
  return `${path}.next`;
}

/** Whether an error says that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
