import { describe, expect, it } from 'vitest';
import { adminPath, newEmail, OWNER } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const path = (name: string) => `/identitytoolkit.googleapis.com/v2/accounts/${name}?key=demo-key`;

const world = suiteWorld({ permissive: true });
const strict = suiteWorld();

async function signUp(at = world) {
  const account = { email: newEmail(), password: 'correct horse' };
  const { body } = await at.web('signUp', account);
  return { idToken: String(body.idToken), localId: String(body.localId), email: account.email };
}
const enroll = (idToken: string, id: string, names: object = {}) =>
  world.call(path('passkeyEnrollment:finalize'), {
    idToken,
    authenticatorRegistrationResponse: { id },
    ...names,
  });
const signIn = (id: string) =>
  world.call(path('passkeySignIn:finalize'), { authenticatorAuthenticationResponse: { id } });

async function listPasskeys(idToken: string) {
  const { body } = await world.web('lookup', { idToken });
  return (body.users as { passkeyInfo?: unknown }[])[0]?.passkeyInfo;
}

/** The claims of a token, which is unsigned in permissive mode. */
function claimsIn(idToken: unknown): unknown {
  return JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString());
}

describe('outside permissive mode', () => {
  it.each([
    ['passkeyEnrollment:start', {}],
    ['passkeyEnrollment:finalize', { authenticatorRegistrationResponse: { id: 'key' } }],
    ['passkeySignIn:start', {}],
    ['passkeySignIn:finalize', { authenticatorAuthenticationResponse: { id: 'key' } }],
  ])('rejects %s, because it does not verify passkeys', async (name, body) => {
    const { idToken } = await signUp(strict);
    const answer = await strict.call(path(name), { idToken, ...body });
    expect(answer).toMatchObject({
      status: 501,
      body: { error: { message: expect.stringContaining('passkeys') } },
    });
    expect(answer.body.idToken).toBeUndefined();
  });

  it('ignores passkeys in an import or update', async () => {
    const passkeyInfo = [{ credentialId: 'key', name: 'Key' }];
    const users = [{ localId: 'imported', email: newEmail(), passkeyInfo }];
    await strict.call(adminPath('/accounts:batchCreate'), { users }, OWNER);
    await strict.call(adminPath('/accounts:update'), { localId: 'imported', passkeyInfo }, OWNER);
    const { body } = await strict.call(adminPath('/accounts:lookup'), { localId: ['imported'] }, OWNER);
    expect(body.users).toMatchObject([{ localId: 'imported' }]);
    expect(JSON.stringify(body.users)).not.toContain('passkeyInfo');
  });
});

describe('enrollment', () => {
  it('starts with a new challenge and excludes the enrolled passkeys', async () => {
    const { idToken, localId, email } = await signUp();
    await enroll(idToken, 'first');
    const start = async () => {
      const { body } = await world.call(path('passkeyEnrollment:start'), { idToken });
      return body.credentialCreationOptions as { challenge: string };
    };
    const options = await start();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(localId).toString('base64url'), name: email },
      excludeCredentials: [{ type: 'public-key', id: 'first' }],
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    expect((await start()).challenge).not.toBe(options.challenge);
  });

  it.each([
    [{ name: 'My key', displayName: 'Somebody' }, 'My key'],
    [{ displayName: 'Somebody' }, 'Somebody'],
    [{ name: '' }, 'Unnamed Passkey'],
  ])('names a passkey enrolled with %j', async (names, name) => {
    const { idToken } = await signUp();
    expect((await enroll(idToken, 'key', names)).status).toBe(200);
    expect(await listPasskeys(idToken)).toEqual([{ credentialId: 'key', name }]);
  });

  it('accepts a credential only once among all users', async () => {
    const { idToken } = await signUp();
    const other = await signUp();
    await enroll(idToken, 'key');
    for (const token of [idToken, other.idToken]) {
      expect((await enroll(token, 'key')).body.error?.message).toBe('CREDENTIAL_ALREADY_IN_USE');
    }
    expect(await listPasskeys(other.idToken)).toBeUndefined();
  });

  it.each([
    ['passkeyEnrollment:start', {}, 'MISSING_ID_TOKEN'],
    ['passkeyEnrollment:finalize', { authenticatorRegistrationResponse: { id: 'key' } }, 'MISSING_ID_TOKEN'],
    ['passkeyEnrollment:finalize', { idToken: 'any' }, 'MISSING_AUTHENTICATOR_RESPONSE'],
    [
      'passkeyEnrollment:finalize',
      { idToken: 'any', authenticatorRegistrationResponse: {} },
      'INVALID_CREDENTIAL_ID',
    ],
    [
      'passkeyEnrollment:finalize',
      { idToken: 'any', authenticatorRegistrationResponse: { id: 'key' } },
      'INVALID_ID_TOKEN',
    ],
    ['passkeySignIn:finalize', {}, 'MISSING_AUTHENTICATOR_RESPONSE'],
    ['passkeySignIn:finalize', { authenticatorAuthenticationResponse: { id: '' } }, 'INVALID_CREDENTIAL_ID'],
    [
      'passkeySignIn:finalize',
      { authenticatorAuthenticationResponse: { id: '__proto__' } },
      'PASSKEY_CREDENTIAL_NOT_FOUND',
    ],
  ])('%s rejects %j with %s', async (name, body, code) => {
    expect(await world.call(path(name), body)).toMatchObject({
      status: 400,
      body: { error: { message: code } },
    });
  });

  it.each([[7], ['text'], [[]], [{ id: 7 }], [{ id: ['key'] }]])(
    'rejects the response %j',
    async (response) => {
      const { idToken } = await signUp();
      for (const name of ['passkeyEnrollment:finalize', 'passkeySignIn:finalize']) {
        const answer = await world.call(path(name), {
          idToken,
          authenticatorRegistrationResponse: response,
          authenticatorAuthenticationResponse: response,
        });
        expect(answer.status).toBe(400);
      }
    },
  );
});

describe('sign-in', () => {
  it('signs in the user who enrolled the credential', async () => {
    const owner = await signUp();
    await enroll((await signUp()).idToken, 'of somebody else');
    await enroll(owner.idToken, 'key');
    const { body: start } = await world.call(path('passkeySignIn:start'), {});
    expect(start.credentialRequestOptions).toMatchObject({
      rpId: 'localhost',
      challenge: expect.any(String),
    });
    const { body } = await signIn('key');
    expect(claimsIn(body.idToken)).toMatchObject({
      sub: owner.localId,
      firebase: { sign_in_provider: 'passkey' },
    });
  });

  it('fails after the passkey is removed, the user is disabled or the account is deleted', async () => {
    const message = async (id: string) => (await signIn(id)).body.error?.message;
    const { idToken, localId } = await signUp();
    for (const id of ['a', 'b']) await enroll(idToken, id);
    await world.web('update', { idToken, deletePasskey: ['a', 'unknown'] });
    expect(await listPasskeys(idToken)).toEqual([{ credentialId: 'b', name: 'Unnamed Passkey' }]);
    expect(await message('a')).toBe('PASSKEY_CREDENTIAL_NOT_FOUND');
    const disable = (disableUser: boolean) =>
      world.call(adminPath('/accounts:update'), { localId, disableUser }, OWNER);
    await disable(true);
    expect(await message('b')).toBe('USER_DISABLED');
    await disable(false);
    await world.web('delete', { idToken });
    expect(await message('b')).toBe('PASSKEY_CREDENTIAL_NOT_FOUND');
  });

  it('requires the second factor of the user', async () => {
    const { idToken, localId } = await signUp();
    await enroll(idToken, 'key');
    const enrollments = [{ mfaEnrollmentId: 'phone', phoneInfo: '+15555550100' }];
    await world.call(
      adminPath('/accounts:update'),
      { localId, emailVerified: true, mfa: { enrollments } },
      OWNER,
    );
    const { body } = await signIn('key');
    expect(body).toMatchObject({ mfaPendingCredential: expect.any(String) });
    expect(body.idToken).toBeUndefined();
  });
});
