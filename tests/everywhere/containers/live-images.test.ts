// @module-tag docker
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceAccountFile } from '@outharbor/api/testing/service-account-file';
import { API_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { buildImages, removeImages } from '../../support/containers/built-images.ts';
import {
  catchRejection,
  type SingleContainer,
  startContainer,
} from '../../support/containers/single-container.ts';

const tag = `outharbor-test-${randomUUID().slice(0, 8)}`;
const API = `outharbor/api:${tag}`;
const WEB = `outharbor/web:${tag}`;
const LIVE_KEY = 'sk_live_51ExampleExample';

const API_ADDRESSES = {
  PUBLIC_URL: 'https://www.example.com',
  FIREBASE_PROJECT_ID: 'example-project',
  FIREBASE_DATABASE_URL: 'https://example-project-default-rtdb.firebaseio.com',
};
const API_LIVE = {
  ...API_ADDRESSES,
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify(serviceAccountFile('example-project')),
  STRIPE_SECRET_KEY: LIVE_KEY,
  STRIPE_WEBHOOK_SECRET: 'whsec_example',
};
const WEB_LIVE = {
  EMULATED: 'false',
  API_UPSTREAM: 'api:3000',
  FIREBASE_PROJECT_ID: 'example-project',
  FIREBASE_API_KEY: 'public-web-key',
  FIREBASE_AUTH_DOMAIN: 'example-project.firebaseapp.com',
  FIREBASE_DATABASE_URL: API_ADDRESSES.FIREBASE_DATABASE_URL,
  SCHEDULING_URL: 'https://calendly.com/example/discovery-session',
  // The tests send requests from inside the container.
  TRUSTED_PROXIES: '172.16.0.0/12 127.0.0.1',
};

beforeAll(async () => {
  await docker(['network', 'create', '--internal', tag]);
  await buildImages(tag);
});
afterAll(async () => {
  await docker(['network', 'rm', tag]);
  await removeImages(tag);
});

describe('the live image of the API', () => {
  it('starts with live keys from files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    const container = await withSecrets(folder);
    onTestFinished(async () => {
      await container.remove();
      await rm(folder, { recursive: true });
    });
    await expect
      .poll(() => container.shell(`http-ok 3000 ${API_PATHS.live} && echo live || true`), {
        timeout: 20_000,
      })
      .toBe('live\n');
    const logs = await container.logs();
    expect(logs).toContain('"emulated":false');
    expect(readMessages(logs).length).toBeGreaterThan(1);
  });
});

describe('the live image of the site', () => {
  it.each([
    ['an emulator', { AUTH_UPSTREAM: 'firebase:9099' }, 'AUTH_UPSTREAM is set, but EMULATED is false'],
    ['no widget', { SCHEDULING_URL: '' }, 'SCHEDULING_URL is missing'],
  ])('does not start with %s and explains why in one line', async (_, change, line) => {
    const { code, stderr } = await catchRejection(WEB, { ...WEB_LIVE, ...change });
    expect(code).toBe(1);
    expect(readMessages(stderr)).toEqual([line]);
  });

  it('serves the site with only live hosts in its policy and no emulator paths', async () => {
    const container = await startContainer(WEB, tag, WEB_LIVE);
    const answer = (path: string, protocol = 'http') =>
      container.shell(
        `exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET ${path} HTTP/1.0\\r\\nHost: x\\r\\nX-Forwarded-Proto: ${protocol}\\r\\n\\r\\n' >&3; cat <&3`,
      );
    onTestFinished(() => container.remove());
    await expect
      .poll(() => container.shell('http-ok 8080 /runtime-config.json && echo up || true'), {
        timeout: 20_000,
      })
      .toBe('up\n');
    const home = await answer('/');
    expect(home).toMatch(/^HTTP\/1\.1 200 /);
    expect(home).toMatch(/content-security-policy: [^\r]*https:\/\/calendly\.com/i);
    expect(home).not.toMatch(/strict-transport-security/i);
    expect(await answer('/', 'https')).toMatch(/\r\nstrict-transport-security: max-age=63072000\r/i);
    expect(await answer('/runtime-config.json')).toContain('"emulated":false');
    for (const path of [
      '/emulated/stripe/',
      '/emulated/scheduling/',
      '/.ws',
      '/identitytoolkit.googleapis.com/v1/',
    ]) {
      expect(await answer(path), path).toMatch(/^HTTP\/1\.1 40[04] /);
    }
  });
});

/** Parses log lines, all of which must be JSON. */
function readMessages(lines: string): string[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
}

async function withSecrets(folder: string): Promise<SingleContainer> {
  const secrets = {
    firebase_service_account: API_LIVE.FIREBASE_SERVICE_ACCOUNT,
    stripe_secret_key: `${LIVE_KEY}\n`,
    stripe_webhook_secret: 'whsec_example\n',
  };
  await chmod(folder, 0o755);
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder, name), value);
  return startContainer(
    API,
    tag,
    {
      ...API_ADDRESSES,
      RECONCILE_INTERVAL_SECONDS: '0',
      FIREBASE_SERVICE_ACCOUNT_FILE: '/run/secrets/firebase_service_account',
      STRIPE_SECRET_KEY_FILE: '/run/secrets/stripe_secret_key',
      STRIPE_WEBHOOK_SECRET_FILE: '/run/secrets/stripe_webhook_secret',
    },
    ['--volume', `${folder}:/run/secrets:ro`],
  );
}
