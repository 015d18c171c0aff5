import { pbkdf2, type ScryptOptions, scrypt, scryptSync } from 'node:crypto';
import { promisify } from 'node:util';

const deriveWithScrypt = promisify<string | Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt);
const deriveWithPbkdf2 = promisify(pbkdf2);

/** Imported hashes need up to 2^14 × 8 × 128 bytes and a small overhead. */
const MAX_MEMORY_BYTES = 128 * 1024 * 1024;
/** Up to this number of blocks, the way to another thread and back costs more than the derivation. */
const IMMEDIATE_BLOCKS = 1024;

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

export function pbkdf2Key(
  password: string,
  salt: Buffer,
  rounds: number,
  length: number,
  digest: 'sha1' | 'sha256',
): Promise<Buffer> {
  return deriveWithPbkdf2(password, salt, rounds, length, digest);
}
