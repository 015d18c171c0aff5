import { userPath } from '@outharbor/contract/user-record';
import type { User } from 'firebase/auth';
import { loadAuth, loadDatabase } from '../../lib/load-firebase.ts';
import { currentUser } from '../auth/session.ts';

/** Returns the user, reloaded unless the address is known to be confirmed. */
export async function refreshedUser(): Promise<User> {
  const user = await currentUser();
  if (!user.emailVerified) await user.reload();
  return user;
}

/** Signs in again: the identity provider requires a recent sign-in for sensitive changes. */
export async function reauthenticate(password: string): Promise<User> {
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

/** The address changes once the link sent to it is opened. The provider also notifies the old address. */
export async function askToChangeEmail(email: string, password: string): Promise<void> {
  const { verifyBeforeUpdateEmail } = await loadAuth();
  await verifyBeforeUpdateEmail(await reauthenticate(password), email);
}

export async function changePassword(password: string, newPassword: string): Promise<void> {
  const { updatePassword } = await loadAuth();
  await updatePassword(await reauthenticate(password), newPassword);
}

export async function sendConfirmation(): Promise<void> {
  const { sendEmailVerification } = await loadAuth();
  await sendEmailVerification(await currentUser());
}
