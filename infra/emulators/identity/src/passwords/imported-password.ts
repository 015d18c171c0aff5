import { badRequest } from '../errors/api-error.ts';
import type { StoredPassword } from '../state/stored-password.ts';
import type { Fields } from '../wire/fields.ts';

/** Reads one user's password from its base64 hash and salt; undefined for a user without a password. */
export type ReadImportedPassword = (user: Fields) => StoredPassword | undefined;

const MAX_ROUNDS = 120_000;
const BCRYPT_HASH = /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;

/** Parses the hash settings of an import; throws for settings that the service does not support. */
export function importedPasswords(body: Fields): ReadImportedPassword {
  const algorithm = body.text('hashAlgorithm');
  const build = algorithm === undefined ? undefined : chooseBuilder(algorithm, body);
  return (user) => {
    const hash = user.text('passwordHash');
    if (hash === undefined) return undefined;
    if (build === undefined) throw badRequest('MISSING_HASH_ALGORITHM');
    return build(standardBase64(user.text('salt') ?? ''), standardBase64(hash));
  };
}

type Build = (salt: string, hash: string) => StoredPassword;

function chooseBuilder(algorithm: string, body: Fields): Build {
  const key = standardBase64(body.text('signerKey') ?? '');
  const rounds = bounded(body.integer('rounds') ?? 0, 'rounds', MAX_ROUNDS);
  const order =
    body.text('passwordHashOrder') === 'PASSWORD_AND_SALT' ? 'PASSWORD_AND_SALT' : 'SALT_AND_PASSWORD';
  switch (algorithm) {
    case 'SCRYPT': {
      const memoryCost = bounded(body.integer('memoryCost') ?? 14, 'memoryCost', 14);
      const saltSeparator = standardBase64(body.text('saltSeparator') ?? '');
      const scryptRounds = bounded(rounds || 8, 'rounds', 8);
      return (salt, hash) => {
        return { algorithm, salt, hash, rounds: scryptRounds, memoryCost, saltSeparator, signerKey: key };
      };
    }
    case 'STANDARD_SCRYPT': {
      const cost = bounded(body.integer('cpuMemCost') ?? 1024, 'cpuMemCost', 2 ** 14);
      const blockSize = bounded(body.integer('blockSize') ?? 8, 'blockSize', 8);
      const parallelization = bounded(body.integer('parallelization') ?? 1, 'parallelization', 16);
      const length = bounded(body.integer('dkLen') ?? 64, 'dkLen', 128);
      return (salt, hash) => ({ algorithm, salt, hash, cost, blockSize, parallelization, length });
    }
    case 'BCRYPT':
      return (salt, hash) => {
        if (!BCRYPT_HASH.test(Buffer.from(hash, 'base64').toString()))
          throw badRequest('password hash is invalid');
        return { algorithm, salt, hash };
      };
    case 'PBKDF2_SHA256':
    case 'PBKDF_SHA1':
      return (salt, hash) => ({ algorithm, salt, hash, rounds: Math.max(1, rounds) });
    case 'MD5':
    case 'SHA1':
    case 'SHA256':
    case 'SHA512':
      return (salt, hash) => ({ algorithm, salt, hash, rounds, order });
    case 'HMAC_MD5':
    case 'HMAC_SHA1':
    case 'HMAC_SHA256':
    case 'HMAC_SHA512':
      return (salt, hash) => ({ algorithm, salt, hash, key, order });
    default:
      throw badRequest('INVALID_HASH_ALGORITHM');
  }
}

function bounded(value: number, name: string, largest: number): number {
  if (value < 0 || value > largest) throw badRequest(`INVALID_HASH_PARAMETERS : ${name}`);
  return value;
}

/** SDKs send the URL-safe alphabet. */
function standardBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString('base64');
}
