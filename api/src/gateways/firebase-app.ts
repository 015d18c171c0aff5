import type { Agent } from 'node:http';
import { API_DATABASE_IDENTITY } from '@outharbor/contract/user-record';
import { type App, type Credential, cert, initializeApp } from 'firebase-admin/app';
import type { Config } from '../config/config.ts';

let instances = 0;

/** An app of its own for each caller, so that nothing is shared through the SDK's default app. */
export function createFirebaseApp(config: Config['firebase'], httpAgent?: Agent): App {
  instances += 1;
  return initializeApp(
    {
      projectId: config.projectId,
      databaseURL: config.databaseUrl,
      credential:
        config.serviceAccount === null ? emulatorCredential : cert(JSON.parse(config.serviceAccount)),
      // The rules, not a bypass of them, decide what the API may write.
      databaseAuthVariableOverride: API_DATABASE_IDENTITY,
      ...(httpAgent && { httpAgent }),
    },
    `api-${instances}`,
  );
}

// Without a credential of some kind the SDK asks Google's metadata server for one.
const emulatorCredential: Credential = {
  getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }),
};
