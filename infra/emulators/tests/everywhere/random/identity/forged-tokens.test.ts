// @module-tag official-identity
import { createServer, type RequestListener, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { startIdentityServer } from '../../../../official-identity/src/identity-server.ts';
import { loadOfficialEmulator } from '../../../../official-identity/src/official-emulator.ts';
import { FORGERIES, type ForgedCall } from '../../../support/identity/forged-calls.ts';
import { startLocalServer } from '../../../support/local-server.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';

const PROJECT = 'demo-forged';
const PUBLIC = { 'x-emulator-public': '1' };
const AT_ONCE = 8;

type Answer = Readonly<Record<string, string | undefined>> & {
  readonly error?: { readonly message: string };
};

const layered = suiteFixture(() => startIdentityServer({ port: 0, host: '127.0.0.1', projectId: PROJECT }));
const bare = suiteFixture(async () => {
  const emulator = await loadOfficialEmulator(PROJECT);
  emulator.reset();
  return startLocalServer(createServer(emulator.handle as RequestListener));
});

/** Unlike `fetch`, sends the path as it is written. */
function send(url: string, { path, headers, body }: Omit<ForgedCall, 'name'>): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: 'POST', headers }, (answer) => {
      json(answer).then(
        (value) => resolve(value as Answer),
        () => resolve({}),
      );
    });
    sent.on('error', reject).end(body);
  });
}

const accounts = (url: string, call: string, fields: object, headers = {}) =>
  send(url, {
    path: `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=any`,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify({ returnSecureToken: true, ...fields })),
  });
const password = 'secret123';
const signUp = async (url: string) => {
  const email = `${Math.random()}@example.com`;
  const {
    localId = '',
    idToken = '',
    refreshToken = '',
  } = await accounts(url, 'signUp', { email, password });
  return { email, localId, idToken, refreshToken };
};

/** The calls that took an account over, by their names, of every `step`th. */
async function successes(url: string, step: number, headers = {}): Promise<string[]> {
  const { idToken: genuine } = await signUp(url);
  let victim = await signUp(url);
  const isHeld = async () =>
    'idToken' in (await accounts(url, 'signInWithPassword', { email: victim.email, password }));
  const tried = FORGERIES.filter((_, index) => index % step === 0);
  const passed: string[] = [];
  for (let index = 0; index < tried.length; index += AT_ONCE) {
    const of = { projectId: PROJECT, localId: victim.localId, genuine, password: 'stolen123' };
    const calls = tried.slice(index, index + AT_ONCE).map((forge) => forge(of));
    const answers = await Promise.all(
      calls.map((call) => send(url, { ...call, headers: { ...call.headers, ...headers } })),
    );
    if (await isHeld()) continue;
    passed.push(...calls.filter((_, at) => answers[at]?.error === undefined).map(({ name }) => name));
    victim = await signUp(url);
  }
  return passed;
}

it.each([
  ['directly', {}],
  ['from the front door', PUBLIC],
])('no spelling of a forged token reaches an account %s', async (_, headers) => {
  expect(await successes(layered.url, 1, headers)).toEqual([]);
});

it('many of them take over the emulator alone', async () => {
  const passed = await successes(bare.url, 7);
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
