import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { suiteFixture } from '../infra/emulators/tests/support/suite-fixture.ts';
import { temporaryFolder } from '../infra/emulators/tests/support/temporary-folder.ts';
import { liveEnvironment } from './live-environment.ts';
import { ROOT } from './step.ts';

const LINES = [
  'PUBLIC_URL=https://www.example.com',
  'FIREBASE_PROJECT_ID=example-project',
  'FIREBASE_API_KEY=key',
  'FIREBASE_DATABASE_URL=https://example-project-default-rtdb.firebaseio.com',
  'SCHEDULING_URL=https://calendly.com/example/call',
  'TRUSTED_PROXIES=172.16.0.0/12 192.168.0.0/16',
];

const temporary = suiteFixture(temporaryFolder);
let folder: string;
beforeAll(async () => {
  folder = temporary.path;
  for (const name of ['docker-compose.live.yml', 'docker-compose.keyless.yml']) {
    await cp(join(ROOT, name), join(folder, name));
  }
});

it('builds the API environment of the live compose file, with secrets in the operator’s folder', async () => {
  await writeFile(join(folder, '.env'), LINES.join('\n'));
  expect(await liveEnvironment({}, folder)).toMatchObject({
    PUBLIC_URL: 'https://www.example.com',
    STRIPE_ALLOW_TEST_KEY: 'false',
    STRIPE_SECRET_KEY_FILE: join(folder, 'secrets/stripe_secret_key'),
  });
});

it('uses the key file of Google if there is one', async () => {
  await mkdir(join(folder, 'secrets'));
  const key = join(folder, 'secrets/firebase_service_account');
  await writeFile(key, '{}');
  expect(await liveEnvironment({}, folder)).toMatchObject({ FIREBASE_SERVICE_ACCOUNT_FILE: key });
  await rm(key);
  expect(await liveEnvironment({}, folder)).toMatchObject({
    FIREBASE_SERVICE_ACCOUNT_FILE: '',
    FIREBASE_CREDENTIALS: 'application-default',
    GOOGLE_CLOUD_PROJECT: 'example-project',
  });
});

it('reads a federated identity whose configuration names the paths of the container', async () => {
  const config = { type: 'external_account', credential_source: { file: '/run/google/token' } };
  await mkdir(join(folder, 'google'));
  await writeFile(join(folder, 'google/config.json'), JSON.stringify(config));
  const settings = [
    ...LINES,
    'GOOGLE_CREDENTIALS_FOLDER=google',
    'GOOGLE_APPLICATION_CREDENTIALS=/run/google/config.json',
  ];
  await writeFile(join(folder, '.env'), settings.join('\n'));
  const { GOOGLE_APPLICATION_CREDENTIALS: copy = '' } = await liveEnvironment({}, folder);
  expect(JSON.parse(await readFile(copy, 'utf8'))).toMatchObject({
    credential_source: { file: join(folder, 'google/token') },
  });
});

it('reads the secrets folder from .env, and lets the shell override .env', async () => {
  await writeFile(join(folder, '.env'), [...LINES, 'SECRETS_FOLDER=keys', 'LOG_LEVEL=debug'].join('\n'));
  expect(await liveEnvironment({ LOG_LEVEL: 'warn' }, folder)).toMatchObject({
    STRIPE_SECRET_KEY_FILE: join(folder, 'keys/stripe_secret_key'),
    LOG_LEVEL: 'warn',
  });
});

it('names the variable missing from .env', async () => {
  await writeFile(join(folder, '.env'), LINES.slice(1).join('\n'));
  await expect(liveEnvironment({}, folder)).rejects.toThrow('PUBLIC_URL is missing');
});
