// @module-tag docker
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { buildImages, removeImages } from '../../support/containers/built-images.ts';
import { type SingleContainer, startContainer } from '../../support/containers/single-container.ts';
import { type EchoService, startEchoService } from '../../support/front-door/echo-service.ts';
import { describeSlowSenders } from '../../support/front-door/slow-senders-suite.ts';

const tag = `outharbor-test-${randomUUID().slice(0, 8)}`;
const WEB = `outharbor/web:${tag}`;

let service: EchoService;
let host: string;
let nginx: SingleContainer;
let url: string;

beforeAll(async () => {
  [service] = await Promise.all([startEchoService(), buildImages(tag, ['web'])]);
  await docker(['network', 'create', tag]);
  host = (await docker(['network', 'inspect', '--format', '{{(index .IPAM.Config 0).Gateway}}', tag])).trim();
  nginx = await startContainer(WEB, tag, environment(), ['--publish', '127.0.0.1::8080']);
  url = `http://${await nginx.publishedAddress(8080)}`;
  await listening(nginx);
});
afterAll(async () => {
  service?.close();
  await nginx?.remove();
  await docker(['network', 'rm', tag]);
  await removeImages(tag, ['web']);
});

const environment = () => ({
  EMULATED: 'true',
  ...Object.fromEntries(
    ['API', 'STRIPE_PAGES', 'SCHEDULING_PAGES', 'AUTH', 'DATABASE'].map((name) => [
      `${name}_UPSTREAM`,
      `${host}:${service.port}`,
    ]),
  ),
});

const listening = (container: SingleContainer) =>
  vi.waitFor(() => container.shell('http-ok 8080 /runtime-config.json'), { timeout: 20_000 });

describe('X-Forwarded-Proto: https is', () => {
  const claim = (container: SingleContainer) =>
    container.shell(
      "exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET /api/x HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nX-Forwarded-Proto: https\\r\\n\\r\\n' >&3; cat <&3",
    );

  it.each([
    ['ignored if no proxy is trusted', {}, 'http'],
    ['ignored from an untrusted client', { TRUSTED_PROXIES: '192.0.2.0/24' }, 'http'],
    ['accepted from a trusted proxy', { TRUSTED_PROXIES: '192.0.2.0/24 127.0.0.1' }, 'https'],
  ])('%s', async (_, trusted, scheme) => {
    const container = await startContainer(WEB, tag, { ...environment(), ...trusted });
    onTestFinished(() => container.remove());
    await listening(container);
    const answer = await claim(container);
    expect(answer).toContain(`"x-forwarded-proto":"${scheme}"`);
    expect(/^strict-transport-security: /im.test(answer)).toBe(scheme === 'https');
  });
});

it('removes configuration files left by an earlier run', async () => {
  const left = 'mkdir -p /tmp/nginx && echo "location /left { return 204; }" >/tmp/nginx/locations-left.conf';
  const container = await startContainer(
    WEB,
    tag,
    environment(),
    [],
    ['bash', '-c', `${left} && exec start-web`],
  );
  onTestFinished(() => container.remove());
  await listening(container);
  const files = await container.shell('cd /tmp/nginx && ls locations-*');
  expect(files).toBe('locations-emulators.conf\nlocations-other-releases.conf\n');
});

it('forwards neither cookies nor what a client claims about itself', async () => {
  const cookie = Array.from({ length: 50 }, (_, index) => `c${index}=${'x'.repeat(1000)}`).join('; ');
  const claims = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'mine', forwarded: 'for=203.0.113.7' };
  const answer = await fetch(`${url}/api/x`, { headers: { cookie, ...claims } });
  const { headers } = (await answer.json()) as { headers: Record<string, string> };
  expect(headers).toMatchObject({ 'x-request-id': answer.headers.get('x-request-id') });
  expect(headers['x-forwarded-for']).not.toContain('203.0.113.7');
  expect([headers.cookie, headers.forwarded]).toEqual([undefined, undefined]);
});

describeSlowSenders(
  () => url,
  async () => Number(await nginx.shell('find /tmp/nginx/body /tmp/nginx/proxy -type f | wc -l')),
);
