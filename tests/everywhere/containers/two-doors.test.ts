// @module-tag docker
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type FrontDoor, startFrontDoor } from '@outharbor/embedded/front-door/front-door';
import { readInlineHashes } from '@outharbor/embedded/front-door/inline-hashes';
import { loadSiteFiles } from '@outharbor/embedded/front-door/site-files';
import { EMULATED_RUNTIME_CONFIG } from '@outharbor/embedded/runtime-config';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { ensurePagesBuilt } from '../../../scripts/builds.ts';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../front-door/differential/scripted-upstream.ts';
import { describeTwoDoors } from '../../front-door/differential/two-doors-suite.ts';
import { buildImages, removeImages } from '../../support/containers/built-images.ts';
import { type SingleContainer, startContainer } from '../../support/containers/single-container.ts';

const SITE = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const tag = `outharbor-test-${randomUUID().slice(0, 8)}`;
const WEB = `outharbor/web:${tag}`;

let upstream: ScriptedUpstream;
let host: string;
let nginx: SingleContainer;
let nginxUrl: string;
let node: FrontDoor;

beforeAll(async () => {
  [upstream] = await Promise.all([startScriptedUpstream(), ensurePagesBuilt(), buildImages(tag, ['web'])]);
  await docker(['network', 'create', tag]);
  host = (await docker(['network', 'inspect', '--format', '{{(index .IPAM.Config 0).Gateway}}', tag])).trim();
  nginx = await startContainer(WEB, tag, environment(), ['--publish', '127.0.0.1::8080']);
  nginxUrl = `http://${await nginx.publishedAddress(8080)}`;
  const url = `http://127.0.0.1:${upstream.port}`;
  node = await startFrontDoor({ port: 0, host: '127.0.0.1' });
  node.open({
    targets: {
      api: () => [url],
      emulators: { stripe: url, scheduling: url, identity: url, database: url },
    },
    site: await loadSiteFiles(SITE),
    runtimeConfig: EMULATED_RUNTIME_CONFIG,
    inlineHashes: await readInlineHashes(SITE),
  });
  await listening(nginx);
});
afterAll(async () => {
  await node?.close();
  await nginx?.remove();
  await docker(['network', 'rm', tag]);
  await removeImages(tag, ['web']);
});

const environment = () => ({
  EMULATED: 'true',
  ...Object.fromEntries(
    ['API', 'STRIPE_PAGES', 'SCHEDULING_PAGES', 'AUTH', 'DATABASE'].map((name) => [
      `${name}_UPSTREAM`,
      `${host}:${upstream.port}`,
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
    try {
      await listening(container);
      const answer = await claim(container);
      expect(answer).toContain(`"x-forwarded-proto":"${scheme}"`);
      expect(/^strict-transport-security: /im.test(answer)).toBe(scheme === 'https');
    } finally {
      await container.remove();
    }
  });
});

it('Nginx removes configuration files left by an earlier run', async () => {
  const left = 'mkdir -p /tmp/nginx && echo "location /left { return 204; }" >/tmp/nginx/locations-left.conf';
  const container = await startContainer(
    WEB,
    tag,
    environment(),
    [],
    ['bash', '-c', `${left} && exec start-web`],
  );
  try {
    await listening(container);
    const files = await container.shell('cd /tmp/nginx && ls locations-*');
    expect(files).toBe('locations-emulators.conf\nlocations-other-releases.conf\n');
  } finally {
    await container.remove();
  }
});

// Last, because it stops the services.
describe('the two front doors', () => {
  describeTwoDoors(() => ({
    nginx: nginxUrl,
    node: node.url,
    siteDir: SITE,
    upstream,
    filesInTmp: async () =>
      Number(await nginx.shell('find /tmp/nginx/body /tmp/nginx/proxy -type f | wc -l')),
  }));
});
