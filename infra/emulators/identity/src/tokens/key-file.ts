import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing, replaceFileSync } from '@outharbor/emulator-kit/replace-file';

/** Private keys are PKCS #8 in PEM, the secret is base64, times are in milliseconds. */
export interface StoredKeys {
  /** Newest last; older keys only verify tokens. */
  readonly signing: readonly StoredKey[];
  readonly next?: StoredKey;
  readonly serviceAccount: StoredKey;
  readonly secret: string;
}

export interface StoredKey {
  readonly id: string;
  readonly pem: string;
  readonly createdAt: number;
}

export function readKeyFile(directory: string): StoredKeys | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(directory), 'utf8')) as StoredKeys;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function writeKeyFile(directory: string, keys: StoredKeys): void {
  replaceFileSync(fileIn(directory), [JSON.stringify(keys)]);
}

const fileIn = (directory: string) => join(directory, 'keys.json');
