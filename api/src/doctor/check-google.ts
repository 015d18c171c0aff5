import { API_DATABASE_IDENTITY } from '@outharbor/contract/user-record';
import type { Config } from '../config/config.ts';
import { requestAccessToken } from '../gateways/firebase/app.ts';

type Headers = Readonly<Record<string, string>>;
type Firebase = Config['firebase'];

const IDENTITY = 'https://identitytoolkit.googleapis.com/v1/';

/** Signs in as the API does, and reads one path of the database and one account that does not exist. */
export async function checkGoogleAccess(firebase: Firebase, ask: typeof fetch): Promise<string[]> {
  const { credentials } = firebase;
  if (credentials === 'none') return [];
  let token: string;
  try {
    token = (await requestAccessToken(credentials, ask)).access_token;
  } catch (error) {
    const fault = toFault(error, credentials === 'application-default');
    if (fault === undefined) throw error;
    return [fault];
  }
  const headers = { authorization: `Bearer ${token}` };
  const found = await Promise.all([
    checkDatabaseAccess(firebase, headers, ask),
    checkIdentityAccess(firebase, headers, ask),
  ]);
  return found.flat();
}

/** Undefined if Google was not reached. */
function toFault(error: unknown, isKeyless: boolean): string | undefined {
  const { response } = error as { readonly response?: { readonly status: number; readonly data?: unknown } };
  const reason = error instanceof Error ? error.message : String(error);
  if (isKeyless) {
    const isUnreached = response === undefined && error instanceof Error && 'code' in error;
    return isUnreached
      ? undefined
      : `FIREBASE_CREDENTIALS: Google gives this machine no token (${reason}): attach a service account or set GOOGLE_APPLICATION_CREDENTIALS (step 1)`;
  }
  if (response === undefined) return undefined;
  if (/short-lived|\biat\b|\bexp\b/i.test(`${reason} ${JSON.stringify(response.data)}`)) {
    return `the clock of this machine is wrong (Google: ${reason}): set it with NTP`;
  }
  return `FIREBASE_SERVICE_ACCOUNT: Google rejects the key (${reason}): it was deleted or disabled, so create another one (step 1)`;
}

async function checkDatabaseAccess(
  { databaseUrl }: Firebase,
  headers: Headers,
  ask: typeof fetch,
): Promise<string[]> {
  const url = new URL(databaseUrl);
  url.pathname = '/users/doctor_none.json';
  const asAdministrator = new URL(url);
  url.searchParams.set('auth_variable_override', JSON.stringify(API_DATABASE_IDENTITY));
  if (!isForbidden(await ask(url, { headers }))) return [];
  return isForbidden(await ask(asAdministrator, { headers }))
    ? ['the roles of the service account: it may not read the database: add Firebase Realtime Database Admin']
    : ["the database's rules: they refuse the API: publish infra/firebase/database.rules.json"];
}

async function checkIdentityAccess(
  { projectId }: Firebase,
  headers: Headers,
  ask: typeof fetch,
): Promise<string[]> {
  const answer = await post(
    ask,
    `${IDENTITY}projects/${projectId}/accounts:lookup`,
    { localId: ['doctor_none'] },
    headers,
  );
  return isForbidden(answer)
    ? ['the roles of the service account: it may not look up accounts: add Firebase Authentication Admin']
    : [];
}

/** Checks what visitors need, with the key that the site shows them. */
export async function checkSignIn(apiKey: string, ask: typeof fetch): Promise<string[]> {
  const credentials = { email: 'doctor@example.com', password: 'doctor-none', returnSecureToken: true };
  const url = `${IDENTITY}accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`;
  const answer = await post(ask, url, credentials);
  const { error } = (await answer.json()) as { readonly error?: { readonly message?: string } };
  const message = error?.message ?? '';
  if (/API key/i.test(message)) {
    return [
      `FIREBASE_API_KEY: Google rejects it (${message}): copy apiKey from the web app in the project settings`,
    ];
  }
  return /OPERATION_NOT_ALLOWED|PASSWORD_LOGIN_DISABLED|CONFIGURATION_NOT_FOUND/.test(message)
    ? ['the sign-in method: E-mail/password is off, so nobody can register or log in: enable it (step 1)']
    : [];
}

const post = (ask: typeof fetch, url: string, body: object, headers: Headers = {}) =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const isForbidden = ({ status }: Response) => status === 401 || status === 403;
