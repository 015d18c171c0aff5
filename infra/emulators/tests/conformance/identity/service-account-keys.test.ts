import { cert, deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { JWTPayload } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type IdentityWorld,
  requestToken,
  type ServiceAccount,
  signAssertion,
  startIdentityWorld,
} from '../../support/identity/identity-world.ts';

let world: IdentityWorld;
beforeEach(async () => {
  world = await startIdentityWorld({ controlPort: 0 });
});
afterEach(() => world.close());

const exchange = (assertion: string, grantType?: string) =>
  requestToken(world.emulator.url, assertion, grantType);

const fetchAccessToken = async (key: ServiceAccount) => (await exchange(await signAssertion(key))).status;

async function signInByCustomToken(key: ServiceAccount): Promise<number> {
  const app = initializeApp({ credential: cert(key as object) }, key.private_key_id);
  try {
    const token = await getAuth(app).createCustomToken('someone');
    return (await world.web('signInWithCustomToken', { token, returnSecureToken: true })).status;
  } finally {
    await deleteApp(app);
  }
}

const statuses = async (key: ServiceAccount) => [await fetchAccessToken(key), await signInByCustomToken(key)];

it('accepts two keys of the service account, and after a deletion the other one alone', async () => {
  const { emulator } = world;
  const first = (await emulator.serviceAccount()) as ServiceAccount;
  const second = (await emulator.addServiceAccountKey()) as ServiceAccount;
  expect(second).toEqual({
    ...first,
    private_key_id: second.private_key_id,
    private_key: second.private_key,
  });
  expect(await emulator.serviceAccount()).toEqual(second);
  expect([await statuses(first), await statuses(second)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  await emulator.deleteServiceAccountKey(first.private_key_id);
  expect([await statuses(first), await statuses(second)]).toEqual([
    [400, 400],
    [200, 200],
  ]);
});

it('keeps the only key, and does not know a deleted one', async () => {
  const keys = `${world.emulator.controlUrl}/_emulator/service-account/keys`;
  const { private_key_id: id } = (await world.emulator.serviceAccount()) as ServiceAccount;
  const remove = async () => (await fetch(`${keys}/${id}`, { method: 'DELETE' })).status;
  expect(await remove()).toBe(409);
  const added = (await (await fetch(keys, { method: 'POST' })).json()) as ServiceAccount;
  expect(await remove()).toBe(200);
  expect(await remove()).toBe(404);
  expect(await statuses(added)).toEqual([200, 200]);
});

it.each<[string, JWTPayload, RegExp]>([
  [
    'another audience',
    { aud: 'https://example.com' },
    /right audience is https:\/\/oauth2\.googleapis\.com\/token/,
  ],
  ['another account', { iss: 'someone@example.com' }, /account not found \(someone@example\.com\)/],
  ['an expiration in the past', { exp: 1 }, /expired/],
])('rejects an assertion with %s in the format of OAuth, as clients read it', async (_, claims, reason) => {
  const key = (await world.emulator.serviceAccount()) as ServiceAccount;
  const answer = await exchange(await signAssertion(key, claims));
  expect({ status: answer.status, ...((await answer.json()) as object) }).toEqual({
    status: 400,
    error: 'invalid_grant',
    error_description: expect.stringMatching(reason),
  });
});

it('rejects an altered assertion and one that is no JWT', async () => {
  const key = (await world.emulator.serviceAccount()) as ServiceAccount;
  const [header, , signature] = (await signAssertion(key)).split('.');
  const [, payload] = (await signAssertion(key, { sub: 'another' })).split('.');
  const reasons = [`${header}.${payload}.${signature}`, 'none'].map(async (assertion) => {
    return ((await (await exchange(assertion)).json()) as { error_description: string }).error_description;
  });
  expect(await Promise.all(reasons)).toEqual([
    'Invalid JWT Signature.',
    expect.stringMatching('Invalid JWT: Failed to parse'),
  ]);
});

it.each(['refresh_token', 'client_credentials', ''])('rejects the grant type "%s"', async (grantType) => {
  const answer = await exchange('', grantType);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: 'unsupported_grant_type', error_description: expect.stringContaining('jwt-bearer') },
  ]);
});

// Admin SDKs make custom tokens there when they have no key.
it('signs for its own service account, names it encoded or not, and for no other', async () => {
  const { client_email: account } = (await world.emulator.serviceAccount()) as ServiceAccount;
  const signBlob = async (email: string, headers = {}) => {
    const path = `iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${email}:signBlob`;
    const body = JSON.stringify({ payload: 'aGk=' });
    const answer = await fetch(`${world.emulator.url}/${path}`, { method: 'POST', headers, body });
    return [answer.status, await answer.json()];
  };
  const owner = { authorization: 'Bearer owner' };
  for (const email of [account, account.replace('@', '%40')])
    expect(await signBlob(email, owner)).toEqual([
      200,
      expect.objectContaining({ signedBlob: expect.any(String) }),
    ]);
  expect((await signBlob(account))[0]).toBe(401);
  const other = 'a@example.com';
  expect(await signBlob(other, owner)).toMatchObject([
    501,
    { error: { message: expect.stringContaining(other) } },
  ]);
});
