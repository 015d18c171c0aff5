import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type IdentityWorld,
  PROJECT,
  startIdentityWorld,
  webPath,
} from '../../support/identity/identity-world.ts';

const ORIGIN = 'https://site.test';

let strict: IdentityWorld;
let permissive: IdentityWorld;
beforeAll(async () => {
  strict = await startIdentityWorld();
  permissive = await startIdentityWorld({ permissive: true });
});
afterAll(() => Promise.all([strict.close(), permissive.close()]));

const preflight = (world: IdentityWorld, path: string) =>
  fetch(`${world.emulator.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-headers': 'x-client-version,x-other',
      'access-control-request-private-network': 'true',
    },
  });

it('echoes the origin and headers of a page, for clients that accept no wildcard', async () => {
  const answer = await preflight(strict, webPath('signUp'));
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(answer.headers.get('access-control-allow-headers')).toBe('x-client-version,x-other');
  expect(answer.headers.get('vary')).toBe('Origin');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  const called = await fetch(`${strict.emulator.url}${webPath('signUp')}`, {
    method: 'POST',
    headers: { origin: ORIGIN },
    body: '{}',
  });
  expect(called.headers.get('access-control-allow-origin')).toBe(ORIGIN);
});

it('opens tool routes and private networks to pages only in permissive mode', async () => {
  const rejected = await preflight(strict, `/emulator/v1/projects/${PROJECT}/oobCodes`);
  expect(rejected.headers.get('access-control-allow-origin')).toBeNull();
  const closed = await preflight(strict, webPath('signUp'));
  expect(closed.headers.get('access-control-allow-private-network')).toBeNull();
  const open = await preflight(permissive, '/');
  expect(open.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(open.headers.get('access-control-allow-private-network')).toBe('true');
});
