import type { Agent } from 'node:http';
import { API_DATABASE_IDENTITY } from '@outharbor/contract/user-record';
import { type App, type Credential, initializeApp } from 'firebase-admin/app';
import { type AuthClient, GoogleAuth, JWT } from 'google-auth-library';
import type { Config } from '../../config/config.ts';

type Credentials = Exclude<Config['firebase']['credentials'], 'none'>;

let instances = 0;

/** An app of its own for each caller, so that nothing is shared through the SDK's default app. */
export function createFirebaseApp(config: Config['firebase'], httpAgent?: Agent): App {
  instances += 1;
  return initializeApp(
    {
      projectId: config.projectId,
      databaseURL: config.databaseUrl,
      credential: config.credentials === 'none' ? emulatorCredential : googleCredential(config.credentials),
      // The rules, not a bypass of them, decide what the API may write.
      databaseAuthVariableOverride: API_DATABASE_IDENTITY,
      ...(httpAgent && { httpAgent }),
    },
    `api-${instances}`,
  );
}

const SCOPES = [
  'https://www.googleapis.com/auth/firebase.database',
  'https://www.googleapis.com/auth/identitytoolkit',
  'https://www.googleapis.com/auth/userinfo.email',
];

/**
 * The app keeps an access token until it expires or is refused, and only then asks for another. The SDK's own
 * credentials would answer with the refused one for the rest of its hour; this one asks Google each time.
 */
function googleCredential(credentials: Credentials): Credential {
  return {
    async getAccessToken() {
      const client = await newClient(credentials);
      await client.getAccessToken();
      const { access_token, expiry_date } = client.credentials;
      if (!access_token || !expiry_date) throw new Error('Google gave no access token');
      return { access_token, expires_in: Math.floor((expiry_date - Date.now()) / 1000) };
    },
  };
}

async function newClient(credentials: Credentials): Promise<AuthClient> {
  if (credentials === 'application-default') return new GoogleAuth({ scopes: SCOPES }).getClient();
  return new JWT({ email: credentials.clientEmail, key: credentials.privateKey, scopes: SCOPES });
}

// Without a credential of some kind the SDK asks Google's metadata server for one.
const emulatorCredential: Credential = {
  getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }),
};
