import { startEmulators } from '@outharbor/emulators';
import type { IdentityEmulator } from '@outharbor/identity-emulator';
import { afterAll, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { ClientProgram } from './support/client-program.ts';
import { startClient } from './support/emulator-variables.ts';
import { LANGUAGES, type Language } from './support/languages.ts';
import { startRealNames } from './support/real-names.ts';
import { newEmail, PASSWORD, signIn, signInWithCustomToken } from './support/rest-accounts.ts';

interface World {
  readonly identity: IdentityEmulator;
  /** The reason for which a custom token is rejected, if it is. */
  readonly customTokens?: RegExp;
  readonly client: ClientProgram;
  close(): Promise<void>;
}

interface User {
  readonly uid: string;
  readonly email: string;
}

async function startWithEmulatorVariables(language: Language, permissive = false): Promise<World> {
  const config = { identity: { permissive } };
  const emulators = await startEmulators({ services: ['identity'], config });
  const { identity } = emulators;
  if (!identity) throw new Error('There is no identity emulator.');
  const client = await startClient(language, emulators, config);
  const customTokens = permissive ? {} : { customTokens: /CREDENTIAL_MISMATCH.*permissive/ };
  return { identity, client, ...customTokens, close: () => emulators.close() };
}

async function startBehindRealHostNames(language: Language): Promise<World> {
  const names = await startRealNames();
  const client = await ClientProgram.start(language, names.environment);
  return { identity: names.identity, client, close: () => names.close() };
}

const SETUPS = [
  { setup: 'configured as printed', start: (language: Language) => startWithEmulatorVariables(language) },
  {
    setup: 'configured as printed in permissive mode',
    start: (language: Language) => startWithEmulatorVariables(language, true),
  },
  { setup: 'without emulator variables, behind the real host names', start: startBehindRealHostNames },
];
const CASES = LANGUAGES.flatMap((language) => SETUPS.map((setup) => ({ language, ...setup })));

describe.each(CASES)('Firebase Auth with the $language Admin SDK, $setup', ({ language, start }) => {
  const world = suiteFixture(() => start(language));
  afterAll(async () => {
    await world?.client.close();
  });

  const call = <T = unknown>(name: string, params?: object) =>
    world.client.call<T>(`identity.${name}`, params);
  const create = (email = newEmail()) =>
    call<User>('create', { email, password: PASSWORD, displayName: 'Ada' });

  it('creates a user who can sign in, and finds them by UID and email', async () => {
    const user = await create();
    expect(user).toEqual({
      uid: user.uid,
      email: user.email,
      displayName: 'Ada',
      disabled: false,
      claims: {},
    });
    expect(await call('get', { uid: user.uid })).toEqual(user);
    expect(await call('getByEmail', { email: user.email })).toEqual(user);
    expect((await signIn(world.identity, user.email)).localId).toBe(user.uid);
  });

  it('rejects a second user with the same email', async () => {
    const { email } = await create();
    await expect(create(email)).rejects.toMatchObject({ code: 'EMAIL_ALREADY_EXISTS' });
  });

  it('lists all users, page by page', async () => {
    const created = [await create(), await create(), await create()].map(({ uid }) => uid);
    expect(await call('list')).toEqual(expect.arrayContaining(created));
  });

  it('updates a user and disables their sign-in', async () => {
    const { uid, email } = await create();
    const changed = await call('update', { uid, displayName: 'Grace', disabled: true });
    expect(changed).toMatchObject({ uid, displayName: 'Grace', disabled: true });
    await expect(signIn(world.identity, email)).rejects.toThrow('USER_DISABLED');
  });

  it('sets custom claims, which appear in the next token', async () => {
    const { uid, email } = await create();
    await call('setClaims', { uid, claims: { plan: 'pro', seats: 3 } });
    expect(await call('get', { uid })).toMatchObject({ claims: { plan: 'pro', seats: 3 } });
    const { idToken } = await signIn(world.identity, email);
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ plan: 'pro', seats: 3 });
  });

  it('generates email action links', async () => {
    const { email } = await create();
    const links = await call<object>('links', { email, url: 'http://localhost/welcome' });
    const modes = Object.entries(links).map(([kind, link]) => [kind, new URL(link).searchParams.get('mode')]);
    expect(Object.fromEntries(modes)).toEqual({
      passwordReset: 'resetPassword',
      verification: 'verifyEmail',
      signIn: 'signIn',
    });
    const codes = Object.values(links).map((link) => new URL(link).searchParams.get('oobCode'));
    const mails = (await world.identity.mails()).filter(({ to }) => to === email);
    expect(mails.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  });

  it('verifies an ID token, and creates custom tokens unless the printed line says that it cannot', async () => {
    const { uid, email } = await create();
    const { idToken } = await signIn(world.identity, email);
    expect(await call('verify', { token: idToken })).toBe(uid);
    const token = await call<string>('customToken', { uid });
    const signedIn = signInWithCustomToken(world.identity, token);
    if (world.customTokens) await expect(signedIn).rejects.toThrow(world.customTokens);
    else expect(await call('verify', { token: (await signedIn).idToken })).toBe(uid);
  });

  it('deletes a user', async () => {
    const { uid } = await create();
    await call('delete', { uid });
    await expect(call('get', { uid })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});
