import { DATABASE_PATHS } from '@outharbor/contract/user-record';
import type { User } from 'firebase/auth';

type Profile = Pick<User, 'uid' | 'email' | 'displayName'>;

/** The part of the record that belongs to the user. Without a name, the local part of the e-mail stands in. */
export function profileOf({ uid, email, displayName }: Profile) {
  const address = email ?? '';
  return { uid, email: address, userName: displayName || address.split('@')[0] || uid };
}

/** Writes the whole record of a new account. */
export async function writeUserRecord(user: Profile): Promise<void> {
  const { firebaseDatabase, ref, set } = await import('../../lib/firebase-database.ts');
  await set(ref(await firebaseDatabase(), DATABASE_PATHS.user(user.uid)), profileOf(user));
}

/**
 * Writes what is missing after a registration that was cut short. It updates in place of setting, since the
 * record may hold a subscription by now and the rules refuse to overwrite that.
 */
export async function repairUserRecord(user: Profile): Promise<void> {
  const { firebaseDatabase, get, ref, update } = await import('../../lib/firebase-database.ts');
  const record = ref(await firebaseDatabase(), DATABASE_PATHS.user(user.uid));
  if (!(await get(record)).hasChild('uid')) await update(record, profileOf(user));
}
