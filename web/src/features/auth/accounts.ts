import { logError } from '../../lib/log.ts';
import { fetchParts, loadAuth, loadDatabase } from '../../lib/parts.ts';
import { nothingTyped, renewOnce, siteAnswers } from '../../lib/renew.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import type { LoginInput, RegistrationInput } from './credentials.ts';
import { repairUserRecord, writeUserRecord } from './user-record.ts';
import { within } from './within.ts';

/** Milliseconds that a new account waits for its name and record; the next sign-in writes what is missing. */
const PROFILE_PATIENCE = 8000;

/**
 * Creates the account, its display name and its record; `without-record` where the account is there and its record is
 * not, which the next sign-in writes. Rejects with the provider's error.
 */
export async function createAccount({
  password,
  ...profile
}: RegistrationInput): Promise<'registered' | 'without-record'> {
  const { firebaseAuth, createUserWithEmailAndPassword, sendEmailVerification, updateProfile } =
    await loadBoth();
  const { user } = await createUserWithEmailAndPassword(await firebaseAuth(), profile.email, password);
  // Nothing waits for the mail, and nothing fails for want of it.
  sendEmailVerification(user).catch((error: unknown) => logError('The mail was not sent', error));
  const written = Promise.all([
    updateProfile(user, { displayName: profile.userName }),
    // The address as the provider writes it, which the rules ask for.
    writeUserRecord({ ...profile, uid: user.uid, email: user.email ?? profile.email }),
  ]);
  try {
    await within(PROFILE_PATIENCE, written);
    return 'registered';
  } catch (error) {
    logError('The record of the new account is not written yet', error);
    return 'without-record';
  }
}

/** Signs in and sees to it that the user has a record. Rejects with the provider's error. */
export async function signIn({ email, password }: LoginInput): Promise<void> {
  const { firebaseAuth, signInWithEmailAndPassword } = await loadBoth();
  const { user } = await signInWithEmailAndPassword(await firebaseAuth(), email, password);
  repairUserRecord(user);
}

export async function isSignedIn(): Promise<boolean> {
  const { firebaseAuth } = await loadAuth();
  const auth = await firebaseAuth();
  await auth.authStateReady();
  return auth.currentUser !== null;
}

export async function signOutUser(): Promise<void> {
  const { firebaseAuth } = await loadAuth();
  await (await firebaseAuth()).signOut();
}

/** Fetches what a form will need while the visitor types. The database is not connected before the form is sent. */
export function preloadAccounts(): void {
  prepare().catch(async (error: unknown) => {
    logError('Sign-in is not loaded', error);
    if (nothingTyped() && (await siteAnswers())) renewOnce();
  });
}

/** Before anything is sent: a page that has to be loaded anew must not leave half an account behind. */
async function loadBoth() {
  const [auth] = await Promise.all([loadAuth(), loadDatabase()]);
  return auth;
}

async function prepare(): Promise<void> {
  const [[{ firebaseAuth }]] = await Promise.all([fetchParts(), loadRuntimeConfig()]);
  await firebaseAuth();
}
