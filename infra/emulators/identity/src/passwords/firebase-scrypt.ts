import { createCipheriv } from 'node:crypto';
import type { StoredPassword } from '../state/stored-password.ts';
import { scryptKey } from './derive-key.ts';

type Settings = Pick<
  StoredPassword & { algorithm: 'SCRYPT' },
  'signerKey' | 'saltSeparator' | 'rounds' | 'memoryCost'
>;

/** Google's variant: the derived key encrypts the project's signer key (github.com/firebase/scrypt). */
export async function firebaseScrypt(
  password: string,
  salt: Buffer,
  { signerKey, saltSeparator, rounds, memoryCost }: Settings,
): Promise<Buffer> {
  const salted = Buffer.concat([salt, Buffer.from(saltSeparator, 'base64')]);
  const key = await scryptKey(password, salted, 32, { N: 2 ** memoryCost, r: rounds, p: 1 });
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.from(signerKey, 'base64'));
}
