/** An app that signs in with Google, on the published SDK. */
import { initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  GoogleAuthProvider,
  getAuth,
  getRedirectResult,
  linkWithPopup,
  OAuthProvider,
  SAMLAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  type User,
  type UserCredential,
} from 'firebase/auth';

const settings = new URLSearchParams(location.search);
const auth = getAuth(initializeApp({ apiKey: 'demo-key', authDomain: 'demo.firebaseapp.com' }));
connectAuthEmulator(auth, settings.get('emulator') ?? '', { disableWarnings: true });

const status = document.querySelector('[role=status]') as HTMLElement;

async function report(work: () => Promise<UserCredential | null>): Promise<void> {
  try {
    const credential = await work();
    status.textContent = credential ? await describe(credential) : 'nobody';
  } catch (error) {
    status.textContent = (error as { readonly code: string }).code;
  }
}

async function describe({ operationType, user }: UserCredential): Promise<string> {
  const [header = ''] = (await user.getIdToken()).split('.');
  const { alg } = JSON.parse(atob(header)) as { readonly alg: string };
  return `${operationType} ${user.displayName} ${user.email} ${alg}`;
}

const onClick = (name: string, work: () => Promise<UserCredential | null>) =>
  document.getElementById(name)?.addEventListener('click', () => report(work));

const provider = () => {
  const id = (document.getElementById('provider') as HTMLInputElement).value;
  if (id === 'google.com') return new GoogleAuthProvider();
  return id.startsWith('saml.') ? new SAMLAuthProvider(id) : new OAuthProvider(id);
};

onClick('popup', () => signInWithPopup(auth, provider()));
onClick('redirect', () => signInWithRedirect(auth, provider()));
onClick('link', () => linkWithPopup(auth.currentUser as User, provider()));
void report(() => getRedirectResult(auth));
