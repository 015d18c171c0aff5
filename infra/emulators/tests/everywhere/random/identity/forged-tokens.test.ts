// @module-tag official-identity
import { createServer, type RequestListener } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { startIdentityServer } from '../../../../official-identity/src/identity-server.ts';
import { loadOfficialEmulator } from '../../../../official-identity/src/official-emulator.ts';
import { accounts, send, signUp, takeOvers } from '../../../support/identity/take-overs.ts';
import { startLocalServer } from '../../../support/local-server.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';

const PROJECT = 'demo-forged';
const PUBLIC = { 'x-emulator-public': '1' };

const layered = suiteFixture(() => startIdentityServer({ port: 0, host: '127.0.0.1', projectId: PROJECT }));
const bare = suiteFixture(async () => {
  const emulator = await loadOfficialEmulator(PROJECT);
  emulator.reset();
  return startLocalServer(createServer(emulator.handle as RequestListener));
});

it.each([
  ['directly', {}],
  ['from the front door', PUBLIC],
])('no spelling of a forged token reaches an account %s', async (_, headers) => {
  expect(await takeOvers(layered.url, { projectId: PROJECT, headers })).toEqual([]);
});

it('many of them take over the emulator alone', async () => {
  const passed = await takeOvers(bare.url, { projectId: PROJECT, step: 7 });
  expect(passed.length).toBeGreaterThan(100);
  expect(passed.join()).toMatch(/id_token, UTF-16/);
});

describe('credentials that are no tokens of the layer', () => {
  let victim: Awaited<ReturnType<typeof signUp>>;
  beforeAll(async () => {
    victim = await signUp(layered.url);
  });
  const refresh = (fields: Record<string, string>) =>
    send(layered.url, {
      path: '/securetoken.googleapis.com/v1/token?key=any',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...PUBLIC },
      body: Buffer.from(new URLSearchParams({ grant_type: 'refresh_token', ...fields }).toString()),
    });
  const record = (name: string, localId: string) =>
    Buffer.from(
      JSON.stringify({
        [name]: 'DO NOT MODIFY',
        localId,
        provider: 'password',
        projectId: PROJECT,
        extraClaims: { admin: true },
      }),
    ).toString('base64');

  it('takes its own refresh token, which says nothing and serves nothing else', async () => {
    const { refreshToken } = victim;
    expect(await refresh({ refresh_token: refreshToken })).toMatchObject({ user_id: victim.localId });
    expect(Buffer.from(refreshToken, 'base64').toString()).not.toContain(victim.localId);
    const other = await accounts(layered.url, 'mfaSignIn:start', { mfaPendingCredential: refreshToken });
    expect(other.id_token).toBeUndefined();
  });

  it.each(['refresh_token', 'refreshToken', 'REFRESH_TOKEN'])(
    'rejects a refresh token of others in %s',
    async (name) => {
      const forged = record('_AuthEmulatorRefreshToken', victim.localId);
      expect((await refresh({ [name]: forged })).error?.message).toBe('INVALID_REFRESH_TOKEN');
      const altered = `${victim.refreshToken.slice(0, -2)}AA`;
      expect((await refresh({ [name]: altered })).error?.message).toBe('INVALID_REFRESH_TOKEN');
    },
  );

  it.each([
    ['signInWithCustomToken', { token: JSON.stringify({ uid: 'VICTIM', claims: { admin: true } }) }],
    [
      'signInWithIdp',
      {
        postBody: 'id_token={"sub":"1","email":"v@example.com"}&providerId=google.com',
        requestUri: 'http://localhost',
      },
    ],
  ])('believes %s from nobody but the developer', async (call, fields) => {
    for (const headers of [PUBLIC, { origin: 'https://evil.example' }])
      expect((await accounts(layered.url, call, fields, headers)).error?.message).toMatch(
        /^OPERATION_NOT_ALLOWED/,
      );
    expect(await accounts(layered.url, call, fields)).toHaveProperty('idToken');
  });
});
