import { join } from 'node:path';
import { readIfExists, replaceFileSync } from '@outharbor/emulator-kit/replace-file';

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
  const text = readIfExists(fileIn(directory));
  return text === undefined ? undefined : (JSON.parse(text) as StoredKeys);
}

export function writeKeyFile(directory: string, keys: StoredKeys): void {
  replaceFileSync(fileIn(directory), [JSON.stringify(keys)]);
}

const fileIn = (directory: string) => join(directory, 'keys.json');
