import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
} from 'firebase/auth';
import { cert, deleteApp as deleteAdminApp, initializeApp as initializeAdminApp } from 'firebase-admin/app';
import { importPKCS8, type JWTPayload, SignJWT } from 'jose';
import { PlainAgent } from '../plain-agent.ts';

export const PROJECT = 'demo-identity';
let instances = 0;

export const PASSWORD = 'correct horse';

export type IdentityWorld = Awaited<ReturnType<typeof startIdentityWorld>>;

type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: { readonly message: string } };
}

export interface ServiceAccount {
  readonly private_key_id: string;
  readonly private_key: string;
  readonly client_email: string;
  readonly token_uri: string;
}

export async function startIdentityWorld(options: Partial<Parameters<typeof startIdentityEmulator>[0]> = {}) {
  const emulator = await startIdentityEmulator({ projectId: PROJECT, ...options });
  const account = (await emulator.serviceAccount()) as ServiceAccount;
  const clients: Auth[] = [];
  instances += 1;
  const admin = initializeAdminApp(
    {
      projectId: PROJECT,
      credential: { getAccessToken: () => exchange(emulator.url, account) },
      // For Google's hosts, which the emulator tells apart by the Host header.
      httpAgent: new PlainAgent(Number(new URL(emulator.url).port)),
    },
    `admin-${instances}`,
  );
  const credential = cert(account as object);
  const signer = initializeAdminApp({ projectId: PROJECT, credential }, `signer-${instances}`);
  const signedOut = (): Auth => {
    const auth = newClient(emulator.url);
    clients.push(auth);
    return auth;
  };
  return {
    emulator,
    /** The Admin SDK as in production: its HTTPS requests arrive here, with an access token it was granted. */
    admin,
    /** The Admin SDK with the service account's key, to sign tokens. */
    signer,
    /** A signed-out client of the web SDK. */
    newClient: signedOut,
    /** Signs up with `PASSWORD` in a client of its own. */
    register: async (email = newEmail()) => {
      const auth = signedOut();
      const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
      return { auth, user, email };
    },
    call: (path: string, body: unknown, headers?: Headers) => post(`${emulator.url}${path}`, body, headers),
    /** A call of the web SDK's API, such as `signUp`. */
    web: (name: string, body: unknown, headers?: Headers) =>
      post(`${emulator.url}${webPath(name)}`, body, headers),
    /** What would have been sent to phones, oldest first. */
    phoneCodes: async () => {
      const answer = await fetch(`${emulator.url}/emulator/v1/projects/${PROJECT}/verificationCodes`);
      const { verificationCodes } = (await answer.json()) as {
        verificationCodes: { sessionInfo: string; code: string }[];
      };
      return verificationCodes;
    },
    refresh: (token: unknown) =>
      post(`${emulator.url}${REFRESH_PATH}`, { grant_type: 'refresh_token', refresh_token: token }),
    /** The last one to this address. */
    mailTo: async (email: string) => {
      const mail = (await emulator.mails()).findLast(({ to }) => to === email);
      if (mail === undefined) throw new Error(`No mail was sent to ${email}.`);
      return mail;
    },
    close: async () => {
      await Promise.all([
        ...clients.map(({ app }) => deleteApp(app)),
        ...[admin, signer].map(deleteAdminApp),
      ]);
      await emulator.close();
    },
  };
}

function newClient(url: string): Auth {
  instances += 1;
  const app = initializeApp({ apiKey: 'demo-key', projectId: PROJECT }, `client-${instances}`);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, url, { disableWarnings: true });
  return auth;
}

async function post(url: string, body: unknown, headers: Headers = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

export const webPath = (name: string) => `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=demo-key`;
export const adminPath = (rest: string) => `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}${rest}`;
/** Of a JSON Web Token, unverified. */
export const claimsIn = (token: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
export const OWNER = { authorization: 'Bearer owner' };
export const REFRESH_PATH = '/securetoken.googleapis.com/v1/token?key=demo-key';

let people = 0;
/** An email that no user has. */
export function newEmail(): string {
  people += 1;
  return `person-${people}@example.com`;
}

/** Exchanges a signed assertion for an access token, as google-auth does with a key file. */
export async function exchange(url: string, key: ServiceAccount) {
  const answer = await requestToken(url, await signAssertion(key));
  return (await answer.json()) as { access_token: string; expires_in: number };
}

export async function signAssertion(key: ServiceAccount, claims: JWTPayload = {}): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return new SignJWT({ iss: key.client_email, aud: key.token_uri, exp, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: key.private_key_id })
    .setIssuedAt()
    .sign(await importPKCS8(key.private_key, 'RS256'));
}

const ASSERTION_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export function requestToken(url: string, assertion: string, grantType = ASSERTION_GRANT) {
  const body = new URLSearchParams({ grant_type: grantType, assertion });
  return fetch(`${url}/oauth2.googleapis.com/token`, { method: 'POST', body });
}
