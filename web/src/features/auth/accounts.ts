import { fetchFirebase, loadAuth, loadDatabase } from '../../lib/load-firebase.ts';
import { logError } from '../../lib/log.ts';
import { allFieldsEmpty, reloadOnce, siteIsReachable } from '../../lib/renew.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import type { LoginInput, RegistrationInput } from './credentials.ts';
import { repairUserRecord, writeUserRecord } from './user-record.ts';

/** Milliseconds to wait for a new account's name and record; the next sign-in writes what is missing. */
const PROFILE_TIMEOUT = 8000;

/**
 * Creates the account, its display name and its record. Resolves with `without-record` if only the account
 * was created; the next sign-in writes the record. Rejects with the provider's error.
 */
export async function createAccount({
  password,
  ...profile
}: RegistrationInput): Promise<'registered' | 'without-record'> {
  const { firebaseAuth, createUserWithEmailAndPassword, sendEmailVerification, updateProfile } =
    await loadAuthAndDatabase();
  const { user } = await createUserWithEmailAndPassword(await firebaseAuth(), profile.email, password);
  // Registration neither waits for the e-mail nor fails without it.
  sendEmailVerification(user).catch((error: unknown) =>
    logError('The verification e-mail could not be sent', error),
  );
  const written = Promise.all([
    updateProfile(user, { displayName: profile.userName }),
    // The database rules require the address as the provider normalizes it.
    writeUserRecord({ ...profile, uid: user.uid, email: user.email ?? profile.email }),
  ]);
  try {
    await withTimeout(PROFILE_TIMEOUT, written);
    return 'registered';
  } catch (error) {
    logError('The record of the new account is not written yet', error);
    return 'without-record';
  }
}

/** Signs in and repairs a missing user record. Rejects with the provider's error. */
export async function signIn({ email, password }: LoginInput): Promise<void> {
  const { firebaseAuth, signInWithEmailAndPassword } = await loadAuthAndDatabase();
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

/** Fetches what a form needs while the visitor types. The database connects only on submit. */
export function preloadAccounts(): void {
  prepare().catch(async (error: unknown) => {
    logError('The sign-in code was not loaded', error);
    if (allFieldsEmpty() && (await siteIsReachable())) reloadOnce();
  });
}

/** Loads both before sending anything: a reload in between would leave a partial account. */
async function loadAuthAndDatabase() {
  const [auth] = await Promise.all([loadAuth(), loadDatabase()]);
  return auth;
}

async function prepare(): Promise<void> {
  const [[{ firebaseAuth }]] = await Promise.all([fetchFirebase(), loadRuntimeConfig()]);
  await firebaseAuth();
}

/** Settles with `work`, or rejects after `milliseconds`. */
async function withTimeout<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`timed out after ${milliseconds} ms`)), milliseconds);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
