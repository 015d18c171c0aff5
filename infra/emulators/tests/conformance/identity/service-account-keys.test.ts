import { cert, deleteApp, initializeApp, type ServiceAccount } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { importPKCS8, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type IdentityWorld, startIdentityWorld, webPath } from '../../support/identity/identity-world.ts';

interface KeyFile {
  readonly project_id: string;
  readonly private_key_id: string;
  readonly private_key: string;
  readonly client_email: string;
  readonly token_uri: string;
}

let world: IdentityWorld;
beforeEach(async () => {
  world = await startIdentityWorld({ controlPort: 0 });
});
afterEach(() => world.close());

async function fetchAccessToken(key: KeyFile): Promise<number> {
  const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/firebase' })
    .setProtectedHeader({ alg: 'RS256', kid: key.private_key_id })
    .setIssuer(key.client_email)
    .setAudience(key.token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(key.private_key, 'RS256'));
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  return (await fetch(`${world.emulator.url}/oauth2.googleapis.com/token`, { method: 'POST', body })).status;
}

async function signInByCustomToken(key: KeyFile): Promise<number> {
  const app = initializeApp({ credential: cert(key as object as ServiceAccount) }, key.private_key_id);
  try {
    const token = await getAuth(app).createCustomToken('someone');
    return (await world.call(webPath('signInWithCustomToken'), { token, returnSecureToken: true })).status;
  } finally {
    await deleteApp(app);
  }
}

const statuses = async (key: KeyFile) => [await fetchAccessToken(key), await signInByCustomToken(key)];

it('accepts two keys of the service account, and after a deletion the other one alone', async () => {
  const { emulator } = world;
  const first = (await emulator.serviceAccount()) as KeyFile;
  const second = (await emulator.addServiceAccountKey()) as KeyFile;
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
    [401, 400],
    [200, 200],
  ]);
});

it('keeps the only key, and does not know a deleted one', async () => {
  const keys = `${world.emulator.controlUrl}/_emulator/service-account/keys`;
  const { private_key_id: id } = (await world.emulator.serviceAccount()) as KeyFile;
  const remove = async () => (await fetch(`${keys}/${id}`, { method: 'DELETE' })).status;
  expect(await remove()).toBe(409);
  const added = (await (await fetch(keys, { method: 'POST' })).json()) as KeyFile;
  expect(await remove()).toBe(200);
  expect(await remove()).toBe(404);
  expect(await statuses(added)).toEqual([200, 200]);
});
