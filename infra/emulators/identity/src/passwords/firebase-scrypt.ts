import { createCipheriv, type ScryptOptions, scrypt, scryptSync } from 'node:crypto';
import { promisify } from 'node:util';
import type { HashSettings } from '../state/stored-password.ts';

const deriveWithScrypt = promisify<string | Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Imported hashes need up to 2^14 × 8 × 128 bytes and a small overhead. */
const MAX_MEMORY_BYTES = 128 * 1024 * 1024;
/** Up to this number of blocks, the way to another thread and back costs more than the derivation. */
const IMMEDIATE_BLOCKS = 1024;

/** Google's variant: the derived key encrypts the project's signer key (github.com/firebase/scrypt). */
export async function firebaseScrypt(
  password: string,
  salt: Buffer,
  { signerKey = '', saltSeparator = '', rounds = 0, memoryCost = 0 }: HashSettings,
): Promise<Buffer> {
  const salted = Buffer.concat([salt, Buffer.from(saltSeparator, 'base64')]);
  const key = await scryptKey(password, salted, 32, { N: 2 ** memoryCost, r: rounds, p: 1 });
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.from(signerKey, 'base64'));
}

export async function scryptKey(
  password: string,
  salt: Buffer,
  length: number,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  const isCheap = cost.N * cost.r * cost.p <= IMMEDIATE_BLOCKS;
  const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
  return (isCheap ? scryptSync : deriveWithScrypt)(password, salt, length, options);
}
