import { createHmac } from 'node:crypto';
import {
  type Auth,
  applyActionCode,
  checkActionCode,
  getMultiFactorResolver,
  type MultiFactorError,
  multiFactor,
  signInAnonymously,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type User,
  updateEmail,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { getAuth } from 'firebase-admin/auth';
import { describe, expect, it } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import { newEmail, PASSWORD } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const PHONE = '+15555550100';
const PERIOD_MS = 30_000;

const world = suiteWorld();

/** The code of an authenticator app (RFC 6238) at the emulator's time. */
async function appCode(secret: string): Promise<string> {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor((await world.emulator.now()) / PERIOD_MS)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1e6).padStart(6, '0');
}

async function registerVerified() {
  const registered = await world.register();
  await getAuth(world.admin).updateUser(registered.user.uid, { emailVerified: true });
  await registered.user.reload();
  return registered;
}

async function enrollApp(user: User) {
  const factors = multiFactor(user);
  const secret = await TotpMultiFactorGenerator.generateSecret(await factors.getSession());
  const code = await appCode(secret.secretKey);
  await factors.enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'an app');
  return { secret: secret.secretKey, code };
}

async function registerWithApp() {
  const registered = await registerVerified();
  return { ...registered, ...(await enrollApp(registered.user)) };
}

async function firstFactor(email: string, auth: Auth = world.newClient()) {
  const error = await signInWithEmailAndPassword(auth, email, PASSWORD).catch((problem: Error) => problem);
  expect(error).toMatchObject({ code: 'auth/multi-factor-auth-required' });
  return { auth, resolver: getMultiFactorResolver(auth, error as MultiFactorError) };
}

async function signInWithApp(email: string, code: string) {
  const { resolver } = await firstFactor(email);
  const [hint] = resolver.hints;
  return resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? '', code));
}

describe('an authenticator app', () => {
  it('is required after the password, and named in the token', async () => {
    const { email, user, secret } = await registerWithApp();
    await world.emulator.advanceTime(PERIOD_MS);
    const signedIn = await signInWithApp(email, await appCode(secret));
    expect(signedIn.user.uid).toBe(user.uid);
    const { signInSecondFactor, signInProvider } = await signedIn.user.getIdTokenResult(true);
    expect({ signInSecondFactor, signInProvider }).toEqual({
      signInSecondFactor: 'totp',
      signInProvider: 'password',
    });
  });

  it('accepts each code only once', async () => {
    const { email, code, secret } = await registerWithApp();
    await expectAuthError(signInWithApp(email, code), 'invalid-verification-code');
    await world.emulator.advanceTime(PERIOD_MS);
    const next = await appCode(secret);
    await signInWithApp(email, next);
    await expectAuthError(signInWithApp(email, next), 'invalid-verification-code');
  });

  it('tolerates a clock difference of up to five periods', async () => {
    const { email, secret } = await registerWithApp();
    await world.emulator.advanceTime(6 * PERIOD_MS);
    const early = await appCode(secret);
    await world.emulator.advanceTime(6 * PERIOD_MS);
    await expectAuthError(signInWithApp(email, early), 'invalid-verification-code');
    const next = await appCode(secret);
    await world.emulator.advanceTime(5 * PERIOD_MS);
    await signInWithApp(email, next);
  });

  it('cannot be guessed, because wrong codes are counted per user across sign-ins', async () => {
    const { email, secret } = await registerWithApp();
    await world.emulator.advanceTime(PERIOD_MS);
    const right = await appCode(secret);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expectAuthError(signInWithApp(email, '1000000'), 'invalid-verification-code');
    }
    await expectAuthError(signInWithApp(email, right), 'too-many-requests');
  });

  it('can be unenrolled, after which the password is enough', async () => {
    const { user, email } = await registerWithApp();
    const factors = multiFactor(user);
    await factors.unenroll(factors.enrolledFactors[0] ?? '');
    expect((await user.getIdTokenResult()).signInSecondFactor).toBeNull();
    await signInWithEmailAndPassword(world.newClient(), email, PASSWORD);
  });

  it('ends all other sessions of the user, who can undo it by mail', async () => {
    const { email, user } = await registerVerified();
    const other = await signInWithEmailAndPassword(world.newClient(), email, PASSWORD);
    await world.emulator.advanceTime(1000);
    await enrollApp(user);
    await user.getIdToken(true);
    await expectAuthError(other.user.getIdToken(true), 'user-token-expired');
    const auth = world.newClient();
    const mail = await world.mailTo(email);
    const { operation, data } = await checkActionCode(auth, mail.code);
    expect([operation, data.multiFactorInfo?.displayName]).toEqual([
      'REVERT_SECOND_FACTOR_ADDITION',
      'an app',
    ]);
    await applyActionCode(auth, mail.code);
    await signInWithEmailAndPassword(auth, email, PASSWORD);
    await expectAuthError(checkActionCode(auth, mail.code), 'invalid-action-code');
  });

  it('never reveals its secret to users, administrators or the control routes', async () => {
    const { user, secret } = await registerWithApp();
    const idToken = await user.getIdToken();
    const shown = JSON.stringify([
      await world.emulator.state(),
      (await world.web('lookup', { idToken })).body,
      await getAuth(world.admin).listUsers(),
    ]);
    expect(shown).toContain('totpInfo');
    expect(shown).not.toMatch(/secret/i);
    expect(shown).not.toContain(secret);
  });
});

describe('a phone', () => {
  const call = async (name: string, fields: object) => {
    const path = `/identitytoolkit.googleapis.com/v2/accounts/${name}?key=demo-key`;
    return (await world.call(path, fields)).body as Record<string, never>;
  };
  async function lastCode() {
    const { sessionInfo, code } = (await world.phoneCodes()).at(-1) ?? { sessionInfo: '', code: '' };
    return { sessionInfo, code };
  }
  async function registerWithPhone() {
    const registered = await registerVerified();
    const idToken = await registered.user.getIdToken();
    await call('mfaEnrollment:start', { idToken, phoneEnrollmentInfo: { phoneNumber: PHONE } });
    await call('mfaEnrollment:finalize', { idToken, phoneVerificationInfo: await lastCode() });
    return registered;
  }
  async function passwordStep(email: string) {
    const { body } = await world.web('signInWithPassword', { email, password: PASSWORD });
    expect(body).not.toHaveProperty('idToken');
    const [factor] = body.mfaInfo as [{ mfaEnrollmentId: string; phoneInfo: string }];
    return { mfaPendingCredential: String(body.mfaPendingCredential), factor };
  }

  it('is required after the password, and only the end of its number is shown', async () => {
    const { email, user } = await registerWithPhone();
    const { mfaPendingCredential, factor } = await passwordStep(email);
    expect(factor.phoneInfo).toBe('+*******0100');
    await call('mfaSignIn:start', { mfaPendingCredential, mfaEnrollmentId: factor.mfaEnrollmentId });
    const phoneVerificationInfo = await lastCode();
    const tokens = await call('mfaSignIn:finalize', { mfaPendingCredential, phoneVerificationInfo });
    const { body } = await world.web('lookup', { idToken: tokens.idToken });
    expect(body.users).toMatchObject([{ localId: user.uid }]);
  });

  it('does not accept a code sent for use as a first factor', async () => {
    await registerWithPhone();
    const { body } = await world.web('sendVerificationCode', { phoneNumber: PHONE });
    const { sessionInfo, code } = await lastCode();
    expect(sessionInfo).toBe(body.sessionInfo);
    const { email } = await registerWithPhone();
    const { mfaPendingCredential } = await passwordStep(email);
    const used = await call('mfaSignIn:finalize', {
      mfaPendingCredential,
      phoneVerificationInfo: { sessionInfo, code },
    });
    expect(used.error).toMatchObject({ message: 'INVALID_SESSION_INFO' });
  });

  it('cannot be used by another user', async () => {
    const { email } = await registerWithPhone();
    const { factor } = await passwordStep(email);
    const other = await registerWithPhone();
    const { mfaPendingCredential } = await passwordStep(other.email);
    const started = await call('mfaSignIn:start', {
      mfaPendingCredential,
      mfaEnrollmentId: factor.mfaEnrollmentId,
    });
    expect(started.error).toMatchObject({ message: 'MFA_ENROLLMENT_NOT_FOUND' });
  });

  it.each([
    ['expired', 11 * 60_000, (pending: string) => pending],
    ['forged', 0, (pending: string) => `${pending.slice(0, -4)}AAAA`],
  ])('rejects a pending credential that is %s', async (_name, wait, change) => {
    const { email } = await registerWithPhone();
    const { mfaPendingCredential, factor } = await passwordStep(email);
    await world.emulator.advanceTime(wait);
    const started = await call('mfaSignIn:start', {
      mfaPendingCredential: change(mfaPendingCredential),
      mfaEnrollmentId: factor.mfaEnrollmentId,
    });
    expect(started.error).toMatchObject({ message: 'INVALID_MFA_PENDING_CREDENTIAL' });
  });
});

// firebase-js-sdk, packages/auth/src/core/errors.ts: "Multi-factor users must always have a verified email."
it('a user with a second factor changes the email only by verifying the new one', async () => {
  const { user } = await registerWithApp();
  const config = { emailPrivacyConfig: { enableImprovedEmailPrivacy: false } };
  await world.emulator.configure(config);
  await expectAuthError(updateEmail(user, newEmail()), 'email-change-needs-verification');
  await verifyBeforeUpdateEmail(user, newEmail());
});

describe('second factor enrollment', () => {
  it('requires a verified email', async () => {
    const { user } = await world.register();
    const session = await multiFactor(user).getSession();
    await expectAuthError(TotpMultiFactorGenerator.generateSecret(session), 'unverified-email');
  });

  it('rejects an anonymous user', async () => {
    const { user } = await signInAnonymously(world.newClient());
    const session = await multiFactor(user).getSession();
    await expectAuthError(TotpMultiFactorGenerator.generateSecret(session), 'unsupported-first-factor');
  });

  it('requires the project to enable second factors, and sign-in skips disabled ones', async () => {
    const { email, user } = await registerWithApp();
    await world.emulator.configure({ mfa: { state: 'DISABLED' } });
    await signInWithEmailAndPassword(world.newClient(), email, PASSWORD);
    const session = await multiFactor(user).getSession();
    await expectAuthError(TotpMultiFactorGenerator.generateSecret(session), 'operation-not-allowed');
  });
});
