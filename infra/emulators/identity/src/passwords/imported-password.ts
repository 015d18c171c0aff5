import { badRequest } from '../errors/api-error.ts';
import type { StoredPassword } from '../state/stored-password.ts';
import type { Fields } from '../wire/fields.ts';
import { ALGORITHMS } from './verify-password.ts';

/** Reads one user's password from its base64 hash and salt; undefined for a user without a password. */
export type ReadImportedPassword = (user: Fields) => StoredPassword | undefined;

const MAX_ROUNDS = 120_000;
const BCRYPT_HASH = /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;

/** Parses the hash settings of an import; throws for settings that the service does not support. */
export function importedPasswords(body: Fields): ReadImportedPassword {
  const algorithm = body.text('hashAlgorithm');
  const settings = algorithm === undefined ? undefined : readSettings(algorithm, body);
  return (user) => {
    const given = user.text('passwordHash');
    if (given === undefined) return undefined;
    if (settings === undefined) throw badRequest('MISSING_HASH_ALGORITHM');
    const hash = standardBase64(given);
    if (algorithm === 'BCRYPT' && !BCRYPT_HASH.test(Buffer.from(hash, 'base64').toString()))
      throw badRequest('password hash is invalid');
    return { ...settings, salt: standardBase64(user.text('salt') ?? ''), hash };
  };
}

function readSettings(algorithm: string, body: Fields): Omit<StoredPassword, 'salt' | 'hash'> {
  if (!Object.hasOwn(ALGORITHMS, algorithm)) throw badRequest('INVALID_HASH_ALGORITHM');
  const number = (name: string, whenAbsent: number, largest: number) => {
    const value = body.integer(name) ?? whenAbsent;
    if (value < 0 || value > largest) throw badRequest(`INVALID_HASH_PARAMETERS : ${name}`);
    return value;
  };
  const signerKey = standardBase64(body.text('signerKey') ?? '');
  const rounds = number('rounds', 0, MAX_ROUNDS);
  if (algorithm === 'SCRYPT') {
    const memoryCost = number('memoryCost', 14, 14);
    const saltSeparator = standardBase64(body.text('saltSeparator') ?? '');
    return { algorithm, signerKey, saltSeparator, memoryCost, rounds: number('rounds', 8, 8) || 8 };
  }
  if (algorithm === 'STANDARD_SCRYPT')
    return {
      algorithm,
      cost: number('cpuMemCost', 1024, 2 ** 14),
      blockSize: number('blockSize', 8, 8),
      parallelization: number('parallelization', 1, 16),
      length: number('dkLen', 64, 128),
    };
  return { algorithm, signerKey, rounds, order: body.text('passwordHashOrder') ?? 'SALT_AND_PASSWORD' };
}

/** SDKs send the URL-safe alphabet. */
function standardBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString('base64');
}
