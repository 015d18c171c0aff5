import { getAuth } from 'firebase-admin/auth';
import { expect, it } from 'vitest';
import {
  type IdentityWorld,
  PROJECT,
  startIdentityWorld,
  webPath,
} from '../../support/identity/identity-world.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const ORIGIN = 'https://site.test';

const strict = suiteFixture(startIdentityWorld);
const permissive = suiteFixture(() => startIdentityWorld({ permissive: true }));

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

/** What the Firebase Emulator UI asks, from its own port. */
it('opens tool routes to a page of this machine, and lists its accounts there', async () => {
  const tool = 'http://127.0.0.1:4000';
  const { url } = strict.emulator;
  const own = (path: string, request: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...request,
      headers: { origin: tool, authorization: 'Bearer owner', 'content-type': 'application/json' },
    });
  const config = `/emulator/v1/projects/${PROJECT}/config`;
  const read = await fetch(`${url}${config}`, { headers: { origin: tool } });
  expect(read.headers.get('access-control-allow-origin')).toBe(tool);
  expect(await read.json()).toMatchObject({ signIn: { allowDuplicateEmails: false } });
  for (const [path, method] of [
    [config, 'PATCH'],
    [`/emulator/v1/projects/${PROJECT}/accounts`, 'DELETE'],
  ] as const) {
    const asked = await fetch(`${url}${path}`, {
      method: 'OPTIONS',
      headers: { origin: tool, 'access-control-request-method': method },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, tool]);
    expect(asked.headers.get('access-control-allow-methods')).toContain(method);
  }
  const query = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:query`;
  const list = async () => (await own(query, { method: 'POST', body: '{}' })).json();
  const cleared = await own(`/emulator/v1/projects/${PROJECT}/accounts`, { method: 'DELETE' });
  expect([cleared.status, cleared.headers.get('access-control-allow-origin')]).toEqual([200, tool]);
  expect(await list()).toMatchObject({ userInfo: [] });
  await getAuth(strict.admin).createUser({ email: 'ada@example.com' });
  expect(await list()).toMatchObject({ userInfo: [{ email: 'ada@example.com' }] });
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
