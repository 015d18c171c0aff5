import { toName } from '@outharbor/contract/person';
import { type Profile, userPath } from '@outharbor/contract/user-record';
import type { User } from 'firebase/auth';
import { loadDatabase } from '../../lib/load-firebase.ts';
import { logError } from '../../lib/log.ts';

type KnownUser = Pick<User, 'uid' | 'email' | 'displayName'>;

/** The profile as known to the identity provider. The e-mail's local part replaces a missing name. */
export function toProfile({ uid, email, displayName }: KnownUser): Profile {
  const address = email ?? '';
  const userName = toName(displayName ?? '') ?? toName(address.split('@')[0] ?? '') ?? uid;
  return { uid, email: address, userName };
}

export async function writeUserRecord(profile: Profile): Promise<void> {
  const { firebaseDatabase, ref, set } = await loadDatabase();
  await set(ref(await firebaseDatabase(), userPath(profile.uid)), profile);
}

/**
 * Completes the record after an interrupted registration. Runs in the background; the next sign-in retries.
 * Updates rather than sets, since the rules forbid overwriting a subscription.
 */
export function repairUserRecord(user: KnownUser): void {
  writeMissing(user).catch((error: unknown) => logError('The user record is not written yet', error));
}

async function writeMissing(user: KnownUser): Promise<void> {
  const { firebaseDatabase, get, ref, update } = await loadDatabase();
  const record = ref(await firebaseDatabase(), userPath(user.uid));
  if (!(await get(record)).hasChild('uid')) await update(record, toProfile(user));
}
