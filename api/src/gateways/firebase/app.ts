import type { Agent } from 'node:http';
import { API_DATABASE_IDENTITY } from '@outharbor/contract/user-record';
import { type App, type Credential, deleteApp, initializeApp } from 'firebase-admin/app';
import { type AuthClient, GoogleAuth, JWT } from 'google-auth-library';
import type { Config } from '../../config/config.ts';

type Credentials = Exclude<Config['firebase']['credentials'], 'none'>;

let instances = 0;

/** Creates a named app per caller, so that nothing is shared through the SDK's default app. */
export function createFirebaseApp(config: Config['firebase'], httpAgent?: Agent): App {
  instances += 1;
  return initializeApp(
    {
      projectId: config.projectId,
      databaseURL: config.databaseUrl,
      credential: config.credentials === 'none' ? emulatorCredential : googleCredential(config.credentials),
      // Makes the API's writes subject to the database rules instead of bypassing them.
      databaseAuthVariableOverride: API_DATABASE_IDENTITY,
      ...(httpAgent && { httpAgent }),
    },
    `api-${instances}`,
  );
}

export const closeFirebaseApp = (app: App): Promise<void> => deleteApp(app);

const SCOPES = [
  'https://www.googleapis.com/auth/firebase.database',
  'https://www.googleapis.com/auth/identitytoolkit',
  'https://www.googleapis.com/auth/userinfo.email',
];

/**
 * The app keeps an access token until it expires or is rejected and only then requests another. The SDK's own
 * credentials would return the rejected token for the rest of its hour; this one always asks Google.
 */
function googleCredential(credentials: Credentials): Credential {
  return {
    getAccessToken: () => requestAccessToken(credentials),
  };
}

/** A new token of Google's; `expires_in` is in seconds. Throws the library's errors. */
export async function requestAccessToken(credentials: Credentials, ask?: typeof fetch) {
  const client = await newClient(credentials, ask);
  await client.getAccessToken();
  const { access_token, expiry_date } = client.credentials;
  if (!access_token || !expiry_date) throw new Error('Google returned no access token');
  return { access_token, expires_in: Math.floor((expiry_date - Date.now()) / 1000) };
}

async function newClient(credentials: Credentials, ask?: typeof fetch): Promise<AuthClient> {
  const clientOptions = ask && { transporterOptions: { fetchImplementation: ask } };
  if (credentials === 'application-default') {
    return new GoogleAuth({ scopes: SCOPES, ...(clientOptions && { clientOptions }) }).getClient();
  }
  const { clientEmail: email, privateKey: key } = credentials;
  return new JWT({ email, key, scopes: SCOPES, ...clientOptions });
}

// Without any credential the SDK would ask Google's metadata server for one.
const emulatorCredential: Credential = {
  getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }),
};
