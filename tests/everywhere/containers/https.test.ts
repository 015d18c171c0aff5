// @module-tag docker
// @module-tag go
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { buildImages, removeImages } from '../../support/containers/built-images.ts';
import { ACME, askHost, CERTIFICATE_SECONDS, preparePebble } from '../../support/containers/pebble.ts';
import { readGoingLive } from '../../support/going-live-page.ts';

const run = promisify(execFile);
const SITE = 'www.outharbor.test';
const BARE = 'outharbor.test';

const name = `outharbor-test-${randomUUID().slice(0, 8)}`;
let folder: string;
let ports: { http: number; https: number };
let variables: NodeJS.ProcessEnv;

const compose = (...args: string[]) => {
  const files = ['docker-compose.live.yml', 'docker-compose.https.yml', join(folder, 'pebble.yml')];
  return docker(['compose', '-p', name, ...files.flatMap((file) => ['-f', file]), ...args], variables);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'https-'));
  const [http, https] = await Promise.all([freePort('127.0.0.1'), freePort('127.0.0.1')]);
  ports = { http, https };
  for (const commands of (await readGoingLive()).commandsUnder('7. TLS in front')) {
    await run('sh', ['-ec', commands], { cwd: folder });
  }
  variables = {
    IMAGE_TAG: name,
    PUBLIC_URL: `https://${SITE}`,
    OTHER_HOSTS: BARE,
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    CERTIFICATES_FOLDER: join(folder, 'certificates'),
    ...ACME,
    FIREBASE_PROJECT_ID: 'example-project',
    FIREBASE_API_KEY: 'public-web-key',
    FIREBASE_DATABASE_URL: 'https://example-project-default-rtdb.firebaseio.com',
    SCHEDULING_URL: 'https://calendly.com/example/discovery-session',
  };
  await Promise.all([buildImages(name, ['web']), preparePebble(folder, [SITE, BARE])]);
  await compose('up', '-d', '--no-build', '--no-deps', '--wait', 'pebble', 'web', 'door', 'tls');
});
afterAll(async () => {
  await compose('down', '--volumes', '--timeout', '2');
  await removeImages(name, ['web']);
  await rm(folder, { recursive: true });
});

const ask = (scheme: 'http' | 'https', host: string, path?: string) =>
  askHost(scheme, { host, port: ports[scheme], ...(path && { path }) });
const served = async () => (await ask('https', SITE).catch(() => undefined))?.certificate;

it('gets a certificate for the site by ACME and serves it, HTTP/3 offered', async () => {
  await expect
    .poll(served, { timeout: 60_000 })
    .toMatchObject({ issuer: { CN: expect.stringContaining('Pebble') }, subjectaltname: `DNS:${SITE}` });
  const { status, headers } = await ask('https', SITE, '/runtime-config.json');
  expect(status).toBe(200);
  expect(headers['strict-transport-security']).toBe('max-age=63072000');
  expect(headers['alt-svc']).toContain(`h3=":443"`);
  const udp = await compose('exec', '-T', 'tls', 'grep', '-c', ':01BB ', '/proc/net/udp6');
  expect(Number(udp)).toBeGreaterThan(0);
});

it.each([
  ['http', SITE, 308],
  ['http', BARE, 308],
  ['https', BARE, 301],
] as const)('redirects %s://%s with its path', async (scheme, host, status) => {
  const redirected = async () => {
    const answer = await ask(scheme, host, '/pricing?a=1').catch(() => undefined);
    return [answer?.status, answer?.headers.location];
  };
  const target = scheme === 'http' ? host : SITE;
  await expect.poll(redirected, { timeout: 60_000 }).toEqual([status, `https://${target}/pricing?a=1`]);
});

it('renews the certificate before it ends, without a request that fails', async () => {
  const before = (await served())?.serialNumber;
  const failures: unknown[] = [];
  const serial = async () => {
    const answer = await ask('https', SITE).catch((error: unknown) => failures.push(error));
    return typeof answer === 'object' ? answer.certificate?.serialNumber : undefined;
  };
  await expect.poll(serial, { timeout: 4 * CERTIFICATE_SECONDS * 1000 }).not.toBe(before);
  expect(failures).toEqual([]);
});

it('shows the API the address of the visitor, not what the visitor claims, and runs without a privilege', async () => {
  const log = await compose('logs', '--no-log-prefix', 'web');
  const clients = new Set(Array.from(log.matchAll(/"client":"([^"]+)"/g), ([, client]) => client));
  expect(clients).not.toContain('203.0.113.9');
  expect(await compose('exec', '-T', 'tls', 'grep', 'CapEff', '/proc/1/status')).toMatch(/0{16}/);
});
