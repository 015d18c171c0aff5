import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { hash as bcryptHash } from 'bcryptjs';
import type { StoredPassword } from '../state/stored-password.ts';
import { pbkdf2Key, scryptKey } from './derive-key.ts';
import { firebaseScrypt } from './firebase-scrypt.ts';

export async function verifyPassword(password: string, stored: StoredPassword): Promise<boolean> {
  const expected = Buffer.from(stored.hash, 'base64');
  const actual = await hashAs(password, Buffer.from(stored.salt, 'base64'), expected.length, stored);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

async function hashAs(
  password: string,
  salt: Buffer,
  length: number,
  stored: StoredPassword,
): Promise<Buffer> {
  switch (stored.algorithm) {
    case 'STANDARD_SCRYPT':
      return scryptKey(password, salt, stored.length, {
        N: stored.cost,
        r: stored.blockSize,
        p: stored.parallelization,
      });
    case 'BCRYPT':
      return Buffer.from(await bcryptHash(password, readBcryptSalt(stored.hash)));
    case 'SCRYPT':
      return firebaseScrypt(password, salt, stored);
    case 'PBKDF2_SHA256':
      return pbkdf2Key(password, salt, stored.rounds, length, 'sha256');
    case 'PBKDF_SHA1':
      return pbkdf2Key(password, salt, stored.rounds, length, 'sha1');
    case 'HMAC_MD5':
    case 'HMAC_SHA1':
    case 'HMAC_SHA256':
    case 'HMAC_SHA512':
      return createHmac(stored.algorithm.slice('HMAC_'.length), Buffer.from(stored.key, 'base64'))
        .update(inOrder(password, salt, stored.order))
        .digest();
    default:
      return computeDigest(password, salt, stored);
  }
}

/** A bcrypt hash starts with its version, cost and salt. */
const BCRYPT_SALT_LENGTH = 29;

const readBcryptSalt = (hash: string) => Buffer.from(hash, 'base64').toString().slice(0, BCRYPT_SALT_LENGTH);

function computeDigest(
  password: string,
  salt: Buffer,
  { algorithm, rounds, order }: StoredPassword & { order: string; rounds: number },
): Buffer {
  let bytes = inOrder(password, salt, order);
  // A plain hash has one round even if the import specifies none.
  for (let round = 0; round < Math.max(1, rounds); round += 1) {
    bytes = createHash(algorithm).update(bytes).digest();
  }
  return bytes;
}

function inOrder(password: string, salt: Buffer, order: string): Buffer {
  const parts = [salt, Buffer.from(password)];
  return Buffer.concat(order === 'PASSWORD_AND_SALT' ? parts.reverse() : parts);
}
