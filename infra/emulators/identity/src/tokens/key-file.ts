import { join } from 'node:path';
import { readIfExists, replaceFileSync } from '@outharbor/emulator-kit/replace-file';

/** Private keys are PKCS #8 in PEM, the secret is base64, times are in milliseconds. */
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

export function readKeyFile(directory: string): StoredKeys | undefined {
  const text = readIfExists(fileIn(directory));
  return text === undefined ? undefined : (JSON.parse(text) as StoredKeys);
}

export function writeKeyFile(directory: string, keys: StoredKeys): void {
  replaceFileSync(fileIn(directory), [JSON.stringify(keys)]);
}

const fileIn = (directory: string) => join(directory, 'keys.json');
