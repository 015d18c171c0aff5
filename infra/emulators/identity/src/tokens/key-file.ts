import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Persisted keys: private keys (PKCS #8, PEM) and the secret of opaque tokens (base64). */
export interface StoredKeys {
  /** Newest last. Older keys only verify tokens. */
  readonly signing: readonly StoredKey[];
  /** Already published; signs after the next rotation. */
  readonly next?: StoredKey;
  readonly serviceAccount: StoredKey;
  readonly secret: string;
}

export interface StoredKey {
  readonly id: string;
  readonly pem: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Undefined if there is no file yet. */
export function readKeyFile(directory: string): StoredKeys | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(directory), 'utf8')) as StoredKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Readable only by its owner. */
export function writeKeyFile(directory: string, keys: StoredKeys): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(directory)}.${process.pid}.draft`;
  writeFileSync(draft, JSON.stringify(keys), { mode: 0o600 });
  renameSync(draft, fileIn(directory));
}

const fileIn = (directory: string) => join(directory, 'keys.json');
