import { randomBytes } from 'node:crypto';
import type { StoredPassword } from '../state/stored-password.ts';
import { scryptKey } from './derive-key.ts';

/** Too low for real passwords, on purpose: test suites sign in thousands of times. */
const COST = 16;
const KEY_BYTES = 32;

export async function hashPassword(password: string): Promise<StoredPassword> {
  const salt = randomBytes(16);
  const key = await scryptKey(password, salt, KEY_BYTES, { N: COST, r: 8, p: 1 });
  return {
    algorithm: 'SCRYPT_NODE',
    salt: salt.toString('base64'),
    hash: key.toString('base64'),
    cost: COST,
  };
}
