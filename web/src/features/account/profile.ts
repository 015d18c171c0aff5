import { userPath } from '@outharbor/contract/user-record';
import type { User } from 'firebase/auth';
import { loadAuth, loadDatabase } from '../../lib/parts.ts';
import { SignedOut } from '../auth/session.ts';

export async function currentUser(): Promise<User> {
  const { firebaseAuth } = await loadAuth();
  const { currentUser: user } = await firebaseAuth();
  if (!user) throw new SignedOut();
  return user;
}

/** The user, asked for again unless the address is known to be confirmed. */
export async function refreshedUser(): Promise<User> {
  const user = await currentUser();
  if (!user.emailVerified) await user.reload();
  return user;
}

/** Signs the same person in anew, so that the provider takes what it asks a password for. */
export async function enterPassword(password: string): Promise<User> {
  const { firebaseAuth, signInWithEmailAndPassword } = await loadAuth();
  const { email } = await currentUser();
  return (await signInWithEmailAndPassword(await firebaseAuth(), email ?? '', password)).user;
}

export async function saveName(userName: string): Promise<void> {
  const [{ updateProfile }, { firebaseDatabase, ref, update }] = await Promise.all([
    loadAuth(),
    loadDatabase(),
  ]);
  const user = await currentUser();
  await updateProfile(user, { displayName: userName });
  await update(ref(await firebaseDatabase(), userPath(user.uid)), { userName });
}

/** The address changes when the link that is mailed to it is followed; the provider tells the old one. */
export async function askToChangeEmail(email: string, password: string): Promise<void> {
  const { verifyBeforeUpdateEmail } = await loadAuth();
  await verifyBeforeUpdateEmail(await enterPassword(password), email);
}

export async function changePassword(password: string, newPassword: string): Promise<void> {
  const { updatePassword } = await loadAuth();
  await updatePassword(await enterPassword(password), newPassword);
}

export async function sendConfirmation(): Promise<void> {
  const { sendEmailVerification } = await loadAuth();
  await sendEmailVerification(await currentUser());
}
