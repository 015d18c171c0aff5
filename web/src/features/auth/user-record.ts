import { toName } from '@outharbor/contract/person';
import { type Profile, userPath } from '@outharbor/contract/user-record';
import type { User } from 'firebase/auth';
import { logError } from '../../lib/log.ts';
import { loadDatabase } from '../../lib/parts.ts';

type KnownUser = Pick<User, 'uid' | 'email' | 'displayName'>;

/** What the provider knows of a profile. Without a name, the local part of the e-mail stands in. */
export function profileOf({ uid, email, displayName }: KnownUser): Profile {
  const address = email ?? '';
  const userName = toName(displayName ?? '') ?? toName(address.split('@')[0] ?? '') ?? uid;
  return { uid, email: address, userName };
}

/** Writes the whole record of a new account. */
export async function writeUserRecord(profile: Profile): Promise<void> {
  const { firebaseDatabase, ref, set } = await loadDatabase();
  await set(ref(await firebaseDatabase(), userPath(profile.uid)), profile);
}

/**
 * Writes what is missing after a registration that was cut short. It updates in place of setting, since the
 * record may hold a subscription by now and the rules refuse to overwrite that. Nobody waits for it: what fails is
 * tried again at the next sign-in.
 */
export function repairUserRecord(user: KnownUser): void {
  writeMissing(user).catch((error: unknown) => logError('The user record is not written yet', error));
}

async function writeMissing(user: KnownUser): Promise<void> {
  const { firebaseDatabase, get, ref, update } = await loadDatabase();
  const record = ref(await firebaseDatabase(), userPath(user.uid));
  if (!(await get(record)).hasChild('uid')) await update(record, profileOf(user));
}
