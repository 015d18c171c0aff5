/** An app that signs in with Google, on the published SDK. */
import { initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  GoogleAuthProvider,
  getAuth,
  getRedirectResult,
  signInWithPopup,
  signInWithRedirect,
  type UserCredential,
} from 'firebase/auth';

const settings = new URLSearchParams(location.search);
const auth = getAuth(initializeApp({ apiKey: 'demo-key', authDomain: 'demo.firebaseapp.com' }));
connectAuthEmulator(auth, settings.get('emulator') ?? '', { disableWarnings: true });

const status = document.querySelector('[role=status]') as HTMLElement;

async function report(work: () => Promise<UserCredential | null>): Promise<void> {
  try {
    const credential = await work();
    status.textContent = credential
      ? `${credential.operationType} ${credential.user.displayName} ${credential.user.email}`
      : 'nobody';
  } catch (error) {
    status.textContent = (error as { readonly code: string }).code;
  }
}

const onClick = (name: string, work: () => Promise<UserCredential | null>) =>
  document.getElementById(name)?.addEventListener('click', () => report(work));

onClick('popup', () => signInWithPopup(auth, new GoogleAuthProvider()));
onClick('redirect', () => signInWithRedirect(auth, new GoogleAuthProvider()));
void report(() => getRedirectResult(auth));
