import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  isSignInWithEmailLink,
  linkWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updateEmail,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { getAuth } from 'firebase-admin/auth';
import { describe, expect, it } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import { adminPath, newEmail, OWNER, PASSWORD } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const HOUR_MS = 3_600_000;

const world = suiteWorld();

const disableEmailPrivacy = () =>
  world.emulator.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } });

describe('sign-up and sign-in', () => {
  it('signs up a user and signs them in whatever the case of the email', async () => {
    const { user, email } = await world.register();
    const again = await signInWithEmailAndPassword(world.newClient(), email.toUpperCase(), PASSWORD);
    expect(again.user.uid).toBe(user.uid);
    expect(again.user.email).toBe(email);
  });

  it.each([
    ['an email that is already in use', 'taken', PASSWORD, 'email-already-in-use'],
    ['a weak password', 'fresh@example.com', '12345', 'weak-password'],
    ['a malformed email', 'not an address', PASSWORD, 'invalid-email'],
    ['no email', '', PASSWORD, 'invalid-email'],
    ['nothing', '', '', 'invalid-email'],
    ['no password', 'fresh@example.com', '', 'missing-password'],
  ])('rejects a sign-up with %s', async (_name, given, password, code) => {
    const { email } = await world.register();
    await expectAuthError(
      createUserWithEmailAndPassword(world.newClient(), given === 'taken' ? email : given, password),
      code,
    );
  });

  it('gives users an id of 28 letters and digits', async () => {
    const created = await Promise.all(Array.from({ length: 30 }, () => world.web('signUp', {})));
    for (const { body } of created) expect(body.localId).toMatch(/^[A-Za-z0-9]{28}$/);
  });

  it('creates one account when many sign up with an email at the same time', async () => {
    const email = newEmail();
    const attempts = Array.from({ length: 8 }, () => world.register(email));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  // https://cloud.google.com/identity-platform/docs/admin/email-enumeration-protection
  it('does not reveal which emails have an account', async () => {
    const { email } = await world.register();
    const { user: other } = await world.register();
    const auth = world.newClient();
    await expectAuthError(signInWithEmailAndPassword(auth, email, 'wrong'), 'invalid-credential');
    await expectAuthError(
      signInWithEmailAndPassword(auth, 'nobody@example.com', 'wrong'),
      'invalid-credential',
    );
    await sendPasswordResetEmail(auth, 'nobody@example.com');
    await verifyBeforeUpdateEmail(other, email);
    expect(await world.emulator.mails()).toEqual([]);
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([]);
  });

  it('reveals them if email enumeration protection is off', async () => {
    await disableEmailPrivacy();
    const { email } = await world.register();
    const { user: other } = await world.register();
    const auth = world.newClient();
    await expectAuthError(verifyBeforeUpdateEmail(other, email), 'email-already-in-use');
    await expectAuthError(signInWithEmailAndPassword(auth, email, 'wrong'), 'wrong-password');
    await expectAuthError(signInWithEmailAndPassword(auth, 'nobody@example.com', 'wrong'), 'user-not-found');
    await expectAuthError(sendPasswordResetEmail(auth, 'nobody@example.com'), 'user-not-found');
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['password']);
  });

  it('rejects sign-ins and token refreshes of a disabled user', async () => {
    const { user, email } = await world.register();
    await getAuth(world.admin).updateUser(user.uid, { disabled: true });
    await expectAuthError(signInWithEmailAndPassword(world.newClient(), email, PASSWORD), 'user-disabled');
    await expectAuthError(user.getIdToken(true), 'user-disabled');
  });

  it('blocks sign-ins after repeated wrong passwords until time passes or the password is reset', async () => {
    const { email } = await world.register();
    const attempt = (password: string) => signInWithEmailAndPassword(world.newClient(), email, password);
    for (let count = 0; count < 10; count += 1) await expectAuthError(attempt('wrong'), 'invalid-credential');
    await expectAuthError(attempt(PASSWORD), 'too-many-requests');
    await world.emulator.advanceTime(5 * 60_000);
    expect((await attempt(PASSWORD)).user.email).toBe(email);
    await Promise.allSettled(Array.from({ length: 30 }, () => attempt('wrong')));
    await expectAuthError(attempt(PASSWORD), 'too-many-requests');
    await sendPasswordResetEmail(world.newClient(), email);
    await confirmPasswordReset(world.newClient(), (await world.mailTo(email)).code, 'another one');
    expect((await attempt('another one')).user.email).toBe(email);
  });
});

describe('many sign-ins at once', () => {
  /** How many had which outcome. */
  async function outcomes(count: number, email: string, password: string) {
    const sent = Array.from({ length: count }, () => world.web('signInWithPassword', { email, password }));
    const codes = (await Promise.all(sent)).map(
      ({ body }) => body.error?.message.split(' ')[0] ?? 'SIGNED_IN',
    );
    return Object.fromEntries(
      Object.entries(Object.groupBy(codes, String)).map(([code, all]) => [code, all?.length]),
    );
  }

  it('are allowed with the right password', async () => {
    const { email } = await world.register();
    expect(await outcomes(30, email, PASSWORD)).toEqual({ SIGNED_IN: 30 });
  });

  it('have ten guesses checked, after which even the right password is rejected', async () => {
    const { email } = await world.register();
    const expected = { INVALID_LOGIN_CREDENTIALS: 10, TOO_MANY_ATTEMPTS_TRY_LATER: 20 };
    expect(await outcomes(30, email, 'a guess')).toEqual(expected);
    expect(await outcomes(1, email, PASSWORD)).toEqual({ TOO_MANY_ATTEMPTS_TRY_LATER: 1 });
    expect(await outcomes(30, 'nobody@example.com', 'a guess'), 'without an account').toEqual(expected);
  });
});

describe('password policy', () => {
  const POLICY = {
    passwordPolicyConfig: {
      passwordPolicyEnforcementState: 'ENFORCE',
      passwordPolicyVersions: [
        {
          customStrengthOptions: {
            minPasswordLength: 8,
            maxPasswordLength: 25,
            containsUppercaseCharacter: true,
            containsNumericCharacter: true,
          },
        },
      ],
    },
  };

  it('is validated by the SDK, and enforced at sign-up and reset', async () => {
    const { email, auth } = await world.register();
    await world.emulator.configure(POLICY);
    const status = await validatePassword(auth, 'lower');
    expect(status).toMatchObject({
      isValid: false,
      meetsMinPasswordLength: false,
      containsUppercaseLetter: false,
      containsNumericCharacter: false,
    });
    expect((await validatePassword(auth, 'Long enough 1')).isValid).toBe(true);
    await expectAuthError(
      createUserWithEmailAndPassword(world.newClient(), newEmail(), 'lower case'),
      'password-does-not-meet-requirements',
    );
    await sendPasswordResetEmail(auth, email);
    const { code } = await world.mailTo(email);
    await expectAuthError(
      confirmPasswordReset(auth, code, 'lower case'),
      'password-does-not-meet-requirements',
    );
    await confirmPasswordReset(auth, code, 'Long enough 1');
  });

  it('limits passwords to 4,096 characters even if it is not enforced', async () => {
    await createUserWithEmailAndPassword(world.newClient(), newEmail(), 'x'.repeat(4096));
    const problem = createUserWithEmailAndPassword(world.newClient(), newEmail(), 'x'.repeat(4097));
    await expect(problem).rejects.toMatchObject({
      code: 'auth/password-does-not-meet-requirements',
      message: expect.stringContaining('[Password may contain at most 4096 characters]'),
    });
  });

  it('names every requirement that a password does not meet', async () => {
    await world.emulator.configure(POLICY);
    const problem = createUserWithEmailAndPassword(world.newClient(), newEmail(), 'lower');
    await expect(problem).rejects.toThrow(
      /at least 8 characters, Password must contain an upper case character, Password must contain a numeric/,
    );
  });
});

describe('an email action code', () => {
  it('verifies an email once', async () => {
    const { user, email, auth } = await world.register();
    await sendEmailVerification(user);
    const { code } = await world.mailTo(email);
    await applyActionCode(auth, code);
    await user.reload();
    expect(user.emailVerified).toBe(true);
    await expectAuthError(applyActionCode(auth, code), 'invalid-action-code');
  });

  it('resets a password once and ends every session', async () => {
    const { user, email, auth } = await world.register();
    await sendPasswordResetEmail(auth, email);
    const { code } = await world.mailTo(email);
    expect(await verifyPasswordResetCode(auth, code)).toBe(email);
    await world.emulator.advanceTime(1000);
    await confirmPasswordReset(auth, code, 'another one');
    await expectAuthError(confirmPasswordReset(auth, code, 'a third one'), 'invalid-action-code');
    await expectAuthError(user.getIdToken(true), 'user-token-expired');
    await expectAuthError(signInWithEmailAndPassword(auth, email, PASSWORD), 'invalid-credential');
    expect((await signInWithEmailAndPassword(auth, email, 'another one')).user.emailVerified).toBe(true);
  });

  it('allows one reset when many are submitted at the same time', async () => {
    const { email } = await world.register();
    await sendPasswordResetEmail(world.newClient(), email);
    const { code } = await world.mailTo(email);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        confirmPasswordReset(world.newClient(), code, `password ${index}`),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('expires after an hour', async () => {
    const { email, auth } = await world.register();
    await sendPasswordResetEmail(auth, email);
    const { code } = await world.mailTo(email);
    await world.emulator.advanceTime(HOUR_MS + 1);
    await expectAuthError(confirmPasswordReset(auth, code, 'another one'), 'expired-action-code');
  });

  it('changes an email after the new one is confirmed, and restores it from the old one', async () => {
    const { user, email, auth } = await world.register();
    const newAddress = newEmail();
    await verifyBeforeUpdateEmail(user, newAddress);
    await user.reload();
    expect(user.email).toBe(email);
    await applyActionCode(auth, (await world.mailTo(newAddress)).code);
    const changed = await signInWithEmailAndPassword(auth, newAddress, PASSWORD);
    expect([changed.user.uid, changed.user.emailVerified]).toEqual([user.uid, true]);
    const undo = await world.mailTo(email);
    const listed = await fetch(`${world.emulator.url}/emulator/v1/projects/demo-identity/oobCodes`);
    // As in the official emulator, so that tools take the old address for the recipient.
    expect(JSON.stringify(await listed.json())).not.toContain('"newEmail"');
    const { data } = await checkActionCode(auth, undo.code);
    expect(data).toMatchObject({ email, previousEmail: newAddress });
    await applyActionCode(auth, undo.code);
    expect((await signInWithEmailAndPassword(auth, email, PASSWORD)).user.uid).toBe(user.uid);
  });

  it.each([
    ['user-disabled', (uid: string) => getAuth(world.admin).updateUser(uid, { disabled: true })],
    ['user-not-found', (uid: string) => getAuth(world.admin).deleteUser(uid)],
  ])('is rejected with %s once its account is', async (code, change) => {
    const { user, email, auth } = await world.register();
    await sendEmailVerification(user);
    const verification = (await world.mailTo(email)).code;
    await sendPasswordResetEmail(auth, email);
    const reset = (await world.mailTo(email)).code;
    await change(user.uid);
    await expectAuthError(checkActionCode(auth, verification), code);
    await expectAuthError(applyActionCode(auth, verification), code);
    await expectAuthError(verifyPasswordResetCode(auth, reset), code);
    await expectAuthError(confirmPasswordReset(auth, reset, 'another one'), code);
  });

  it('does not work for another account that has the address since', async () => {
    const { user, email, auth } = await world.register();
    await sendEmailVerification(user);
    const { code } = await world.mailTo(email);
    await getAuth(world.admin).updateUser(user.uid, { email: newEmail() });
    const other = await world.register(email);
    await expectAuthError(applyActionCode(auth, code), 'invalid-action-code');
    await other.user.reload();
    expect(other.user.emailVerified).toBe(false);
  });

  it.each([
    ['pt-BR', 'pt-BR'],
    ['de', 'de'],
    [null, 'en'],
    ['not a language', 'en'],
  ])('has the language of the app in its link: %s', async (languageCode, lang) => {
    const { auth, email } = await world.register();
    auth.languageCode = languageCode;
    await sendPasswordResetEmail(auth, email);
    expect(new URL((await world.mailTo(email)).link).searchParams.get('lang')).toBe(lang);
  });

  it('is not sent without an email', async () => {
    await expectAuthError(sendPasswordResetEmail(world.newClient(), ''), 'missing-email');
    const { user } = await world.register();
    await expectAuthError(verifyBeforeUpdateEmail(user, 'nobody'), 'invalid-new-email');
  });

  it('signs in without a password', async () => {
    const auth = world.newClient();
    const email = newEmail();
    await sendSignInLinkToEmail(auth, email, { url: 'http://localhost/back', handleCodeInApp: true });
    const { link } = await world.mailTo(email);
    expect(isSignInWithEmailLink(auth, link)).toBe(true);
    const { user } = await signInWithEmailLink(auth, email, link);
    expect([user.email, user.emailVerified]).toEqual([email, true]);
    await expectAuthError(signInWithEmailLink(auth, email, link), 'invalid-action-code');
  });

  // flutterfire#7984
  it.each([
    ['removes an unproved password', false, 'invalid-credential'],
    ['keeps the password of a verified email', true, undefined],
  ])('signs in and %s', async (_name, emailVerified, code) => {
    const { user, email } = await world.register();
    await getAuth(world.admin).updateUser(user.uid, { emailVerified });
    const auth = world.newClient();
    await sendSignInLinkToEmail(auth, email, { url: 'http://localhost/back', handleCodeInApp: true });
    const signedIn = await signInWithEmailLink(auth, email, (await world.mailTo(email)).link);
    expect(signedIn.user.uid).toBe(user.uid);
    const withPassword = signInWithEmailAndPassword(world.newClient(), email, PASSWORD);
    if (code !== undefined) return expectAuthError(withPassword, code);
    expect((await withPassword).user.uid).toBe(user.uid);
  });

  it('takes effect when the link is opened, which redirects to the continue URL', async () => {
    const { user, email } = await world.register();
    await sendEmailVerification(user, { url: 'http://localhost/back' });
    const { link } = await world.mailTo(email);
    const answer = await fetch(link, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost/back']);
    await user.reload();
    expect(user.emailVerified).toBe(true);
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(400);
  });
});

describe('a signed-in user', () => {
  it('changes name, picture, email and password, and stays signed in', async () => {
    await disableEmailPrivacy();
    const { user, auth } = await world.register();
    await updateProfile(user, { displayName: 'Ada', photoURL: 'http://localhost/ada.png' });
    const moved = newEmail();
    await updateEmail(user, moved);
    await updatePassword(user, 'another one');
    await user.reload();
    expect([user.displayName, user.photoURL, user.email]).toEqual(['Ada', 'http://localhost/ada.png', moved]);
    expect((await signInWithEmailAndPassword(auth, moved, 'another one')).user.uid).toBe(user.uid);
  });

  it('cannot change the email without verifying the new one if email enumeration protection is on', async () => {
    const { user, email } = await world.register();
    await expectAuthError(updateEmail(user, newEmail()), 'operation-not-allowed');
    await user.reload();
    expect(user.email).toBe(email);
  });

  it('must sign in again before a sensitive change if the last sign-in was not recent', async () => {
    const { user } = await world.register();
    await world.emulator.advanceTime(6 * 60_000);
    await expectAuthError(updatePassword(user, 'another one'), 'requires-recent-login');
    await expectAuthError(deleteUser(user), 'requires-recent-login');
  });

  it('cannot have a picture address that is too long', async () => {
    const { user } = await world.register();
    await updateProfile(user, { photoURL: 'x'.repeat(2048) });
    await expect(updateProfile(user, { photoURL: 'x'.repeat(2049) })).rejects.toMatchObject({
      code: 'auth/invalid-profile-attribute',
      message: expect.stringContaining('Photo URL too long.'),
    });
    const created = { photoUrl: 'x'.repeat(2049) };
    expect((await world.call(adminPath('/accounts'), created, OWNER)).status).toBe(400);
  });

  it('loses the session when it is revoked or the account is deleted', async () => {
    const { user } = await world.register();
    await world.emulator.advanceTime(1000);
    // The Admin SDK would take the time from its own clock.
    const validSince = Math.floor((await world.emulator.now()) / 1000);
    const revocation = { localId: user.uid, validSince: String(validSince) };
    await world.call(adminPath('/accounts:update'), revocation, OWNER);
    await expectAuthError(user.getIdToken(true), 'user-token-expired');
    const other = await world.register();
    await getAuth(world.admin).deleteUser(other.user.uid);
    await expectAuthError(other.user.getIdToken(true), 'user-token-expired');
  });

  it('upgrades an anonymous account to one with a password', async () => {
    const { user } = await signInAnonymously(world.newClient());
    expect(user.isAnonymous).toBe(true);
    const email = newEmail();
    await linkWithCredential(user, EmailAuthProvider.credential(email, PASSWORD));
    expect(user.isAnonymous).toBe(false);
    expect((await signInWithEmailAndPassword(world.newClient(), email, PASSWORD)).user.uid).toBe(user.uid);
  });

  // As in operations.ts of the official emulator (firebase-tools, src/emulator/auth).
  it('ends all other sessions when a password is linked', async () => {
    const token = await getAuth(world.signer).createCustomToken('ada');
    const [here, there] = [world.newClient(), world.newClient()];
    const { user } = await signInWithCustomToken(here, token);
    const { user: elsewhere } = await signInWithCustomToken(there, token);
    await world.emulator.advanceTime(1000);
    await linkWithCredential(user, EmailAuthProvider.credential(newEmail(), PASSWORD));
    await expectAuthError(elsewhere.getIdToken(true), 'user-token-expired');
    await user.getIdToken(true);
  });
});

it('takes the names of fields in either spelling, as all of Google’s APIs', async () => {
  const person = { email: newEmail(), password: PASSWORD, display_name: 'Ada', return_secure_token: true };
  const { body } = await world.web('signUp', person);
  expect((await world.web('lookup', { id_token: body.idToken })).body).toMatchObject({
    users: [{ email: person.email, displayName: 'Ada' }],
  });
});

it('rejects unsupported calls in the error format of the service', async () => {
  const answer = await world.call(
    '/identitytoolkit.googleapis.com/v2/accounts/unknownSignIn:start?key=k',
    {},
  );
  expect(answer.status).toBe(501);
  expect(answer.body.error?.message).toMatch(
    /^NOT_IMPLEMENTED : .* POST \/identitytoolkit.googleapis.com\/v2\/accounts\/unknownSignIn:start/,
  );
});
