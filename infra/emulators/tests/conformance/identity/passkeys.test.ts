import { describe, expect, it } from 'vitest';
import { adminPath, claimsIn, newEmail, OWNER } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const path = (name: string) => `/identitytoolkit.googleapis.com/v2/accounts/${name}?key=demo-key`;
const KEY = { id: 'key' };

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
const change = (localId: string, changes: object) =>
  world.call(adminPath('/accounts:update'), { localId, ...changes }, OWNER);

async function listPasskeys(idToken: string) {
  const { body } = await world.web('lookup', { idToken });
  return (body.users as { passkeyInfo?: unknown }[])[0]?.passkeyInfo;
}

it.each([
  ['passkeyEnrollment:start', {}],
  ['passkeyEnrollment:finalize', { authenticatorRegistrationResponse: KEY }],
  ['passkeySignIn:start', {}],
  ['passkeySignIn:finalize', { authenticatorAuthenticationResponse: KEY }],
])('rejects %s outside permissive mode, because it does not verify passkeys', async (name, body) => {
  const { idToken } = await signUp(strict);
  const answer = await strict.call(path(name), { idToken, ...body });
  expect(answer).toMatchObject({
    status: 501,
    body: { error: { message: expect.stringContaining('passkeys') } },
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
  ])('names a passkey enrolled with %j, once among all users', async (names, name) => {
    const { idToken } = await signUp();
    expect((await enroll(idToken, 'key', names)).status).toBe(200);
    expect(await listPasskeys(idToken)).toEqual([{ credentialId: 'key', name }]);
    for (const token of [idToken, (await signUp()).idToken]) {
      expect((await enroll(token, 'key')).body.error?.message).toBe('CREDENTIAL_ALREADY_IN_USE');
    }
  });

  it.each([
    ['passkeyEnrollment:start', {}, /^MISSING_ID_TOKEN/],
    ['passkeyEnrollment:finalize', { authenticatorRegistrationResponse: KEY }, /^MISSING_ID_TOKEN/],
    ['passkeyEnrollment:finalize', { idToken: 'any' }, /^MISSING_AUTHENTICATOR_RESPONSE/],
    [
      'passkeyEnrollment:finalize',
      { idToken: 'any', authenticatorRegistrationResponse: {} },
      /^INVALID_CRED/,
    ],
    [
      'passkeyEnrollment:finalize',
      { idToken: 'any', authenticatorRegistrationResponse: KEY },
      /^INVALID_ID_/,
    ],
    ['passkeyEnrollment:finalize', { idToken: 'any', authenticatorRegistrationResponse: 7 }, /./],
    ['passkeyEnrollment:finalize', { idToken: 'any', authenticatorRegistrationResponse: { id: [] } }, /./],
    ['passkeySignIn:finalize', {}, /^MISSING_AUTHENTICATOR_RESPONSE/],
    ['passkeySignIn:finalize', { authenticatorAuthenticationResponse: [] }, /./],
    ['passkeySignIn:finalize', { authenticatorAuthenticationResponse: { id: '' } }, /^INVALID_CREDENTIAL_ID/],
    ['passkeySignIn:finalize', { authenticatorAuthenticationResponse: { id: '__proto__' } }, /NOT_FOUND$/],
  ])('%s rejects %j', async (name, body, message) => {
    const answer = await world.call(path(name), body);
    expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringMatching(message)]);
  });
});

it('signs in the user who enrolled the credential, until it is removed, disabled or deleted', async () => {
  const message = async (id: string) => (await signIn(id)).body.error?.message;
  const { idToken, localId } = await signUp();
  for (const id of ['a', 'b']) await enroll(idToken, id);
  const { body: start } = await world.call(path('passkeySignIn:start'), {});
  expect(start).toMatchObject({ credentialRequestOptions: { rpId: 'localhost' } });
  expect(claimsIn((await signIn('a')).body.idToken)).toMatchObject({
    sub: localId,
    firebase: { sign_in_provider: 'passkey' },
  });
  await world.web('update', { idToken, deletePasskey: ['a', 'unknown'] });
  expect(await message('a')).toBe('PASSKEY_CREDENTIAL_NOT_FOUND');
  await change(localId, { disableUser: true });
  expect(await message('b')).toBe('USER_DISABLED');
  await change(localId, { disableUser: false });
  await world.web('delete', { idToken });
  expect(await message('b')).toBe('PASSKEY_CREDENTIAL_NOT_FOUND');
});

it('requires the second factor of the user', async () => {
  const { idToken, localId } = await signUp();
  await enroll(idToken, 'key');
  const enrollments = [{ mfaEnrollmentId: 'phone', phoneInfo: '+15555550100' }];
  await change(localId, { emailVerified: true, mfa: { enrollments } });
  const { body } = await signIn('key');
  expect([body.mfaPendingCredential, body.idToken]).toEqual([expect.any(String), undefined]);
});
