import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { connectNamespace } from '@outharbor/identity-emulator/control-client';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
} from 'firebase/auth';
import { cert, deleteApp as deleteAdminApp, initializeApp as initializeAdminApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  claimsIn,
  exchange,
  OWNER,
  PROJECT,
  startIdentityWorld,
} from '../../support/identity/identity-world.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const world = suiteFixture(() => startIdentityWorld({ controlPort: 0 }));
afterEach(async () => {
  for (const name of ['a', 'b']) await world.emulator.namespace(name).close();
  await world.emulator.reset();
});

const ADA = { email: 'ada@example.com', password: 'correct horse', returnSecureToken: true };
const client = (name: string, key: string) =>
  `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=${key}`;
const signUp = async (key: string, account: object = ADA) => {
  const { status, body } = await world.call(client('signUp', key), account);
  expect(status).toBe(200);
  return body as unknown as {
    readonly localId: string;
    readonly idToken: string;
    readonly refreshToken: string;
  };
};
const listUsers = async (name: string) => {
  return ((await world.emulator.namespace(name).state()) as { readonly users: readonly object[] }).users;
};

describe('a namespace', () => {
  it('is a separate project, selected by the suffix of any API key', async () => {
    await signUp('demo-key_ns_a');
    expect(await listUsers('a')).toMatchObject([{ email: ADA.email }]);
    expect(await listUsers('b')).toEqual([]);
    expect(await world.emulator.state()).toMatchObject({ users: [] });
    const { idToken } = await signUp('other_ns_b');
    expect(claimsIn(idToken)).toMatchObject({
      aud: `${PROJECT}_ns_b`,
      iss: `https://securetoken.google.com/${PROJECT}_ns_b`,
    });
  });

  it('signs in users of the web SDK with its API key only', async () => {
    const { apiKey, projectId } = world.emulator.namespace('a');
    const app = initializeApp({ apiKey, projectId }, 'in-namespace');
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, world.emulator.url, { disableWarnings: true });
    const { user } = await createUserWithEmailAndPassword(auth, ADA.email, ADA.password);
    expect((await user.getIdTokenResult(true)).claims.aud).toBe(projectId);
    await expect(signInWithEmailAndPassword(world.newClient(), ADA.email, ADA.password)).rejects.toThrow(
      'auth/invalid-credential',
    );
    await deleteApp(app);
  });

  it('accepts the Admin SDK and access tokens of its project only', async () => {
    const { uid } = await getAuth(world.admin).createUser({ email: ADA.email });
    const { url } = world.emulator;
    const path = (name: string) =>
      `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}_ns_${name}/accounts:lookup`;
    expect((await world.call(path('a'), { localId: [uid] }, OWNER)).body.users).toBeUndefined();
    await world.call(path('a').replace(':lookup', ''), { localId: 'jonas' }, OWNER);
    expect(await listUsers('a')).toMatchObject([{ localId: 'jonas' }]);
    const account = await world.emulator.namespace('a').serviceAccount();
    const { access_token: token } = await exchange(url, account as Parameters<typeof exchange>[1]);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await world.call(path('a'), { localId: ['jonas'] }, bearer)).body.users).toHaveLength(1);
    expect((await world.call(path('b'), { localId: ['jonas'] }, bearer)).status).toBe(401);
    expect(world.emulator.isAccessToken(token, `${PROJECT}_ns_a`)).toBe(true);
    expect(world.emulator.isAccessToken(token)).toBe(false);
  });

  it('rejects tokens of another namespace, even for the same UID', async () => {
    const admin = { localId: 'ada', email: ADA.email, password: ADA.password };
    for (const name of ['a', 'b']) {
      await world.call(
        `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}_ns_${name}/accounts`,
        admin,
        OWNER,
      );
    }
    const { body } = await world.call(client('signInWithPassword', 'k_ns_a'), ADA);
    const { idToken, refreshToken } = body as { idToken: string; refreshToken: string };
    const lookUp = (key: string) => world.call(client('lookup', key), { idToken });
    const refresh = (key: string) =>
      world.call(`/securetoken.googleapis.com/v1/token?key=${key}`, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      });
    expect((await lookUp('k_ns_a')).status).toBe(200);
    expect((await refresh('k_ns_a')).status).toBe(200);
    for (const key of ['k_ns_b', 'k']) {
      expect((await lookUp(key)).body.error?.message).toBe('INVALID_ID_TOKEN');
      expect((await refresh(key)).body.error?.message).toBe('INVALID_REFRESH_TOKEN');
    }
  });

  it('accepts custom tokens of its own service account only', async () => {
    const account = await world.emulator.namespace('a').serviceAccount();
    const signer = initializeAdminApp({ credential: cert(account) }, 'ns-a');
    const token = await getAuth(signer).createCustomToken('ada');
    await deleteAdminApp(signer);
    expect((await world.call(client('signInWithCustomToken', 'k_ns_a'), { token })).status).toBe(200);
    const rejected = await world.call(client('signInWithCustomToken', 'k_ns_b'), { token });
    expect(rejected.body.error?.message).toMatch(/^CREDENTIAL_MISMATCH/);
  });

  it('has its own mails, whose links work in it', async () => {
    await signUp('k_ns_a');
    await world.call(client('sendOobCode', 'k_ns_a'), { requestType: 'PASSWORD_RESET', email: ADA.email });
    expect(await world.emulator.mails()).toEqual([]);
    const [mail] = await world.emulator.namespace('a').mails();
    expect((await fetch(`${mail?.link}&newPassword=another+horse`)).status).toBe(200);
    const again = await world.call(client('signInWithPassword', 'k_ns_a'), {
      ...ADA,
      password: 'another horse',
    });
    expect(again.status).toBe(200);
  });

  it('has its own limit on wrong passwords and its own clock', async () => {
    for (const key of ['k_ns_a', 'k_ns_b']) await signUp(key);
    const wrong = () =>
      world.call(client('signInWithPassword', 'k_ns_a'), { ...ADA, password: 'wrong horse' });
    for (let attempt = 0; attempt < 10; attempt += 1) await wrong();
    expect((await wrong()).body.error?.message).toMatch(/^TOO_MANY_ATTEMPTS/);
    expect((await world.call(client('signInWithPassword', 'k_ns_b'), ADA)).status).toBe(200);
    await world.emulator.namespace('a').advanceTime(86_400_000);
    expect((await world.emulator.namespace('b').now()) - Date.now()).toBeLessThan(3_600_000);
  });

  it('has its own settings', async () => {
    const { emulator } = world;
    await emulator.namespace('a').configure({ signIn: { email: { enabled: false } } });
    const rejected = await world.call(client('signUp', 'k_ns_a'), ADA);
    expect(rejected.body.error?.message).toBe('OPERATION_NOT_ALLOWED');
    for (const key of ['k_ns_b', 'k']) await signUp(key);
    await emulator.configure({ signIn: { anonymous: { enabled: false } } });
    expect((await world.call(client('signUp', 'k'), {})).status).toBe(400);
    for (const key of ['k_ns_a', 'k_ns_b']) await signUp(key, {});
  });

  it('can be inspected, reset and closed through the control port', async () => {
    const control = connectNamespace(String(world.emulator.controlUrl), 'a');
    await signUp('k_ns_a');
    await signUp('k_ns_b');
    await signUp('k');
    expect(await control.state()).toMatchObject({ users: [{ email: ADA.email }] });
    await control.reset();
    expect(await control.state()).toMatchObject({ users: [] });
    await world.emulator.reset();
    expect(await listUsers('b')).toHaveLength(1);
    await connectNamespace(String(world.emulator.controlUrl), 'b').close();
    expect(await listUsers('b')).toEqual([]);
  });

  it('cannot be created by a public request', async () => {
    const outside = { 'x-emulator-public': '1' };
    const rejected = await world.call(client('signUp', 'k_ns_guessed'), ADA, outside);
    expect(rejected.body.error?.message).toMatch(/^API key not valid/);
    await signUp('k_ns_a');
    expect((await world.call(client('signInWithPassword', 'k_ns_a'), ADA, outside)).status).toBe(200);
  });

  it('has no users of another project', async () => {
    const path = '/identitytoolkit.googleapis.com/v1/projects/other_ns_a/accounts:lookup';
    expect((await world.call(path, {}, OWNER)).body.error?.message).toBe('PROJECT_NOT_FOUND');
  });
});

describe('the database of a namespace', () => {
  it('accepts tokens of that namespace only, and every other database those of the project only', async () => {
    const rules = { rules: { '.read': 'auth != null' } };
    const database = await startDatabaseEmulator({ tokenAuthority: world.emulator, rules });
    const tokens = { own: await signUp('k'), a: await signUp('k_ns_a'), b: await signUp('k_ns_b') };
    const read = async (name: string, { idToken }: { readonly idToken: string }) =>
      (await fetch(`${database.url}/.json?ns=${name}&auth=${idToken}`)).status;
    onTestFinished(() => database.close());
    for (const name of [`${PROJECT}_ns_a`, `${PROJECT}_ns_a-default-rtdb`, `${PROJECT}_ns_a-europe`]) {
      expect([await read(name, tokens.a), await read(name, tokens.b), await read(name, tokens.own)]).toEqual([
        200, 401, 401,
      ]);
    }
    for (const name of [`${PROJECT}-default-rtdb`, 'anything', 'other_ns_a']) {
      expect([await read(name, tokens.own), await read(name, tokens.a)]).toEqual([200, 401]);
    }
  });

  it('is cleared only by a reset of that namespace', async () => {
    const database = await startDatabaseEmulator();
    const at = (name: string) => `${database.url}/.json?ns=${name}`;
    const names = ['demo_ns_a-default-rtdb', 'demo_ns_b', 'demo-default-rtdb', 'anything'];
    const values = async () => Promise.all(names.map(async (name) => (await fetch(at(name))).json()));
    onTestFinished(() => database.close());
    for (const name of names) await fetch(at(name), { method: 'PUT', body: '1' });
    await database.reset();
    expect(await values()).toEqual([1, 1, null, null]);
    await database.reset('demo_ns_b');
    expect(await values()).toEqual([1, null, null, null]);
  });
});
