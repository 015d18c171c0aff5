import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase/app';
import { deleteApp } from 'firebase-admin/app';
import { expect, it, vi } from 'vitest';
import { startLocalServer } from '../../infra/emulators/tests/support/local-server.ts';
import { PlainAgent } from '../../infra/emulators/tests/support/plain-agent.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const credentials = {
  projectId: 'demo-outharbor',
  clientEmail: 'api@demo-outharbor.iam.gserviceaccount.com',
  privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
};

it('exchanges a new access token after the database rejects an unexpired one', async () => {
  let exchanged = 0;
  const google = await startLocalServer(
    createServer((request, response) => {
      request.resume();
      exchanged += 1;
      const token = { access_token: `ya29.${exchanged}`, expires_in: 3600, token_type: 'Bearer' };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(token));
    }),
  );
  // The token exchange ignores the app's HTTP agent.
  const request = https.request;
  vi.spyOn(https, 'request').mockImplementation(((url: string, options: RequestOptions) =>
    request(url, { ...options, agent: new PlainAgent(google.port) })) as typeof https.request);
  const app = createFirebaseApp({
    projectId: 'demo-outharbor',
    databaseUrl: 'https://demo-outharbor-default-rtdb.firebaseio.com',
    identityKeysUrl: 'http://127.0.0.1:9',
    credentials,
    databaseTimeoutMs: 1000,
    identityTimeoutMs: 1000,
  });
  try {
    // The SDK caches the token itself and calls the credential only when it needs a new one.
    const ask = async () => (await app.options.credential?.getAccessToken())?.access_token;
    expect([await ask(), await ask()]).toEqual(['ya29.1', 'ya29.2']);
  } finally {
    vi.restoreAllMocks();
    await deleteApp(app);
    await google.close();
  }
});
