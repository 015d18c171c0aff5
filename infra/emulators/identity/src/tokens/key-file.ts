import { join } from 'node:path';
import { readIfExists, replaceFileSync } from '@outharbor/emulator-kit/replace-file';

/** Private keys are PKCS #8 in PEM, the secret is base64, times are in milliseconds. */
export interface StoredKeys {
  /** Newest last. Older keys only verify tokens. */
  readonly signing: readonly StoredKey[];
  /** Already published; sign after the next rotations. */
  readonly upcoming: readonly StoredUpcomingKey[];
  /** Oldest first; each is accepted. */
  readonly serviceAccount: readonly StoredKey[];
  readonly secret: string;
}

export interface StoredKey {
  readonly id: string;
  readonly pem: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

interface StoredUpcomingKey extends StoredKey {
  /** When every client has it, in milliseconds since the epoch. */
  readonly usableAt: number;
}

export function readKeyFile(directory: string): StoredKeys | undefined {
  const text = readIfExists(fileIn(directory));
  return text === undefined ? undefined : (JSON.parse(text) as StoredKeys);
}

export function writeKeyFile(directory: string, keys: StoredKeys): void {
  replaceFileSync(fileIn(directory), [JSON.stringify(keys)]);
}

const fileIn = (directory: string) => join(directory, 'keys.json');
