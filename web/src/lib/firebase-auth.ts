/* Loaded only on demand. Without a popup resolver, `initializeAuth` loads no external scripts. */
import './firebase-defaults.ts';
import { type Auth, browserLocalPersistence, connectAuthEmulator, initializeAuth } from 'firebase/auth';
import { firebaseApp } from './firebase-app.ts';
import { loadRuntimeConfig } from './runtime-config.ts';

export {
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';

let auth: Promise<Auth> | undefined;

export function firebaseAuth(): Promise<Auth> {
  auth ??= start().catch((error: unknown) => {
    auth = undefined;
    throw error;
  });
  return auth;
}

async function start(): Promise<Auth> {
  const config = await loadRuntimeConfig();
  const started = initializeAuth(firebaseApp(config), {
    persistence: browserLocalPersistence,
  });
  if (config.emulated) connectAuthEmulator(started, location.origin, { disableWarnings: true });
  return started;
}
