import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import type { StoredPassword } from '../state/stored-password.ts';
import { firebaseScrypt } from './firebase-scrypt.ts';
import { rejectWeakPassword } from './password-policy.ts';

type Hasher = Pick<Context, 'keys' | 'project'>;

/** Too low for real passwords, on purpose: test suites sign in thousands of times. */
const MEMORY_COST = 1;
const ROUNDS = 8;
const SALT_SEPARATOR = 'Bw==';

/** How a project's new passwords are hashed, in the service's words. */
export function describeHash({ keys, project }: Hasher) {
  const signerKey = createHmac('sha512', keys.findSecret(project)).update('password signer').digest('base64');
  return { signerKey, saltSeparator: SALT_SEPARATOR, rounds: ROUNDS, memoryCost: MEMORY_COST };
}

/** Hashes a password that the project's policy accepts; throws for any other. */
export async function newPassword(password: string, hasher: Hasher): Promise<StoredPassword> {
  rejectWeakPassword(password, hasher.project.config.passwordPolicyConfig);
  return hashPassword(password, hasher);
}

export async function hashPassword(password: string, hasher: Hasher): Promise<StoredPassword> {
  const settings = describeHash(hasher);
  const salt = randomBytes(16);
  const hash = await firebaseScrypt(password, salt, settings);
  return { algorithm: 'SCRYPT', salt: salt.toString('base64'), hash: hash.toString('base64'), ...settings };
}
