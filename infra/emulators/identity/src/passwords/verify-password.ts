import { createHash, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hash as bcryptHash } from 'bcryptjs';
import type { StoredPassword } from '../state/stored-password.ts';
import { firebaseScrypt, scryptKey } from './firebase-scrypt.ts';

type Hash = (
  password: string,
  salt: Buffer,
  stored: StoredPassword,
  length: number,
) => Buffer | Promise<Buffer>;

const pbkdf2Key = promisify(pbkdf2);
/** A bcrypt hash starts with its version, cost and salt. */
const BCRYPT_SALT_LENGTH = 29;

export const ALGORITHMS: Readonly<Record<string, Hash>> = {
  SCRYPT: firebaseScrypt,
  STANDARD_SCRYPT: (password, salt, { cost: N = 1, blockSize: r = 1, parallelization: p = 1, length = 0 }) =>
    scryptKey(password, salt, length, { N, r, p }),
  BCRYPT: async (password, _, { hash }) => {
    const salt = Buffer.from(hash, 'base64').toString().slice(0, BCRYPT_SALT_LENGTH);
    return Buffer.from(await bcryptHash(password, salt));
  },
  PBKDF2_SHA256: (password, salt, stored, length) =>
    pbkdf2Key(password, salt, roundsOf(stored), length, 'sha256'),
  PBKDF_SHA1: (password, salt, stored, length) => pbkdf2Key(password, salt, roundsOf(stored), length, 'sha1'),
  ...Object.fromEntries(['MD5', 'SHA1', 'SHA256', 'SHA512'].flatMap(digests)),
};

export async function verifyPassword(password: string, stored: StoredPassword): Promise<boolean> {
  const expected = Buffer.from(stored.hash, 'base64');
  const salt = Buffer.from(stored.salt, 'base64');
  const actual = await ALGORITHMS[stored.algorithm]?.(password, salt, stored, expected.length);
  return actual?.length === expected.length && timingSafeEqual(actual, expected);
}

/** A plain hash has one round even if the import specifies none. */
const roundsOf = ({ rounds = 1 }: StoredPassword) => Math.max(1, rounds);

function digests(name: string): [string, Hash][] {
  const plain: Hash = (password, salt, stored) => {
    let bytes = inOrder(password, salt, stored);
    for (let round = 0; round < roundsOf(stored); round += 1) bytes = createHash(name).update(bytes).digest();
    return bytes;
  };
  const keyed: Hash = (password, salt, stored) =>
    createHmac(name, Buffer.from(stored.signerKey ?? '', 'base64'))
      .update(inOrder(password, salt, stored))
      .digest();
  return [
    [name, plain],
    [`HMAC_${name}`, keyed],
  ];
}

function inOrder(password: string, salt: Buffer, { order }: StoredPassword): Buffer {
  const parts = [salt, Buffer.from(password)];
  return Buffer.concat(order === 'PASSWORD_AND_SALT' ? parts.reverse() : parts);
}
