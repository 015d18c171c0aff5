import { logError } from '../../lib/log.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import type { LoginInput, RegistrationInput } from './credentials.ts';
import { repairUserRecord, writeUserRecord } from './user-record.ts';
import { within } from './within.ts';

/** Milliseconds that a new account waits for its name and record; the next sign-in writes what is missing. */
const PROFILE_PATIENCE = 8000;

/** Creates the account, its display name and its record. Rejects with the provider's error. */
export async function createAccount({ fullName, email, password }: RegistrationInput): Promise<void> {
  const { firebaseAuth, createUserWithEmailAndPassword, updateProfile } = await import(
    '../../lib/firebase-auth.ts'
  );
  const { user } = await createUserWithEmailAndPassword(await firebaseAuth(), email, password);
  const written = Promise.all([
    updateProfile(user, { displayName: fullName }),
    writeUserRecord({ uid: user.uid, email: user.email, displayName: fullName }),
  ]);
  await within(PROFILE_PATIENCE, written).catch((error: unknown) =>
    logError('The record of the new account is not written yet', error),
  );
}

/** Signs in and sees to it that the user has a record. Rejects with the provider's error. */
export async function signIn({ email, password }: LoginInput): Promise<void> {
  const { firebaseAuth, signInWithEmailAndPassword } = await import('../../lib/firebase-auth.ts');
  const { user } = await signInWithEmailAndPassword(await firebaseAuth(), email, password);
  repairUserRecord(user).catch((error: unknown) => logError('The user record is not written yet', error));
}

export async function signOutUser(): Promise<void> {
  const { firebaseAuth, signOut } = await import('../../lib/firebase-auth.ts');
  await signOut(await firebaseAuth());
}

/** Readies what a form will need while the visitor types: the sign-in, and a connection for the record behind it. */
export function preloadAccounts(): void {
  prepare().catch((error: unknown) => logError('Sign-in is not loaded', error));
}

async function prepare(): Promise<void> {
  const [{ firebaseAuth }, { connectDatabase }] = await Promise.all([
    import('../../lib/firebase-auth.ts'),
    import('../../lib/firebase-database.ts'),
    loadRuntimeConfig(),
  ]);
  await Promise.all([firebaseAuth(), connectDatabase()]);
}
