import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../testing/test-app.ts';

const run = promisify(execFile);

const EXPIRES = new Date(Date.now() + 3600_000).toISOString();
/** Stands in for Google's metadata server, token exchange and IAM. */
const ANSWERS: Readonly<Record<string, (request: IncomingMessage) => object>> = {
  '/computeMetadata/v1/instance/service-accounts/default/token': () => ({
    access_token: 'ya29.of-the-machine',
    expires_in: 3599,
    token_type: 'Bearer',
  }),
  '/sts': () => ({ access_token: 'federated', expires_in: 3599, token_type: 'Bearer' }),
  '/impersonate': ({ headers }) => ({
    accessToken: `ya29.for ${headers.authorization}`,
    expireTime: EXPIRES,
  }),
};
const server = createServer((request, response) => {
  const answer = ANSWERS[request.url?.split('?')[0] ?? ''];
  response.setHeader('metadata-flavor', 'Google').setHeader('content-type', 'application/json');
  request.resume().on('end', () => response.end(JSON.stringify(answer?.(request) ?? {})));
});
let folder: string;
let authority: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
  await rm(folder, { recursive: true });
});

const PROGRAM = `
  const { createFirebaseApp } = await import(${JSON.stringify(new URL('app.ts', import.meta.url))});
  const app = createFirebaseApp(JSON.parse(process.argv[1]));
  process.stdout.write((await app.options.credential.getAccessToken()).access_token);
`;

/** Requests a token in a child process, because Google's library reads the environment once per process. */
async function accessToken(environment: Readonly<Record<string, string>>): Promise<string> {
  const config = { ...testConfig().firebase, credentials: 'application-default' };
  const args = ['--input-type=module', '-e', PROGRAM, JSON.stringify(config)];
  const env = { PATH: process.env.PATH, HOME: folder, ...environment };
  return (await run(process.execPath, args, { env })).stdout;
}

it("uses the machine's identity from Google's metadata server", async () => {
  expect(await accessToken({ GCE_METADATA_HOST: authority })).toBe('ya29.of-the-machine');
});

it("exchanges a workload's token for a service account token", async () => {
  const file = join(folder, 'google.json');
  await writeFile(join(folder, 'subject'), 'a token of the workload');
  await writeFile(
    file,
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/x',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `http://${authority}/sts`,
      service_account_impersonation_url: `http://${authority}/impersonate`,
      credential_source: { file: join(folder, 'subject') },
    }),
  );
  // Without the project id the library would ask Google's resource manager for it.
  const environment = { GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_CLOUD_PROJECT: 'outharbor-live' };
  expect(await accessToken(environment)).toBe('ya29.for Bearer federated');
});
