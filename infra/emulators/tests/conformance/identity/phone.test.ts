import type { FirebaseError } from 'firebase/app';
import type { ApplicationVerifier, Auth } from 'firebase/auth';
import { getAuth } from 'firebase-admin/auth';
import { describe, expect, it } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import { loadBrowserSdk } from '../../support/identity/browser-sdk.ts';
import { PROJECT } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const PHONE = '+15555550100';
const OTHER_PHONE = '+15555550101';
const sdk = loadBrowserSdk();
const { PhoneAuthProvider } = sdk.auth;

/** Replaces the reCAPTCHA widget, whose token the emulator does not check. */
const verifier: ApplicationVerifier & { _reset(): void } = {
  type: 'recaptcha',
  verify: async () => 'not looked at',
  _reset: () => undefined,
};

const world = suiteWorld();
let clients = 0;

function newClient(): Auth {
  clients += 1;
  const app = sdk.app.initializeApp({ apiKey: 'demo-key', projectId: PROJECT }, `phone-${clients}`);
  const auth = sdk.auth.initializeAuth(app, { persistence: sdk.auth.inMemoryPersistence });
  sdk.auth.connectAuthEmulator(auth, world.emulator.url, { disableWarnings: true });
  return auth;
}

async function readCode(verificationId: string): Promise<string> {
  const found = (await world.phoneCodes()).find(({ sessionInfo }) => sessionInfo === verificationId);
  if (found === undefined) throw new Error('No code was sent for this verification ID.');
  return found.code;
}

async function credential(auth: Auth, phoneNumber: string) {
  const id = await new PhoneAuthProvider(auth).verifyPhoneNumber(phoneNumber, verifier);
  return PhoneAuthProvider.credential(id, await readCode(id));
}

async function signIn(phoneNumber: string, auth = newClient()) {
  return sdk.auth.signInWithCredential(auth, await credential(auth, phoneNumber));
}

describe('a phone number', () => {
  it('signs up its holder, and signs them in again', async () => {
    const { user } = await signIn(PHONE);
    expect(user.phoneNumber).toBe(PHONE);
    const { claims, signInProvider } = await user.getIdTokenResult();
    expect(signInProvider).toBe('phone');
    expect(claims).toMatchObject({ phone_number: PHONE, firebase: { identities: { phone: [PHONE] } } });
    expect((await signIn(PHONE)).user.uid).toBe(user.uid);
  });

  it('can be linked, changed and unlinked', async () => {
    const auth = newClient();
    const { user } = await sdk.auth.signInAnonymously(auth);
    await sdk.auth.linkWithCredential(user, await credential(auth, PHONE));
    await sdk.auth.updatePhoneNumber(user, await credential(auth, OTHER_PHONE));
    expect((await signIn(OTHER_PHONE)).user.uid).toBe(user.uid);
    await sdk.auth.unlink(user, 'phone');
    expect((await getAuth(world.admin).getUser(user.uid)).phoneNumber).toBeUndefined();
  });

  it('cannot be linked by a second user, but signs in its owner without another code', async () => {
    const { user: holder } = await signIn(PHONE);
    const auth = newClient();
    const { user } = await sdk.auth.signInAnonymously(auth);
    const error: unknown = await sdk.auth
      .linkWithCredential(user, await credential(auth, PHONE))
      .catch((problem: unknown) => problem);
    expect(error).toMatchObject({ code: 'auth/account-exists-with-different-credential' });
    const proved = PhoneAuthProvider.credentialFromError(error as FirebaseError);
    if (proved === null) throw new Error('The error carries no credential.');
    await expectAuthError(sdk.auth.linkWithCredential(user, proved), 'phone-number-exists');
    expect((await sdk.auth.signInWithCredential(auth, proved)).user.uid).toBe(holder.uid);
  });

  it('cannot re-authenticate without an account, and creates none', async () => {
    const { user } = await signIn(PHONE);
    const again = credential(newClient(), OTHER_PHONE);
    await expectAuthError(sdk.auth.reauthenticateWithCredential(user, await again), 'user-mismatch');
    expect((await getAuth(world.admin).listUsers()).users).toHaveLength(1);
  });

  it('cannot sign in a disabled user', async () => {
    const { user } = await signIn(PHONE);
    await getAuth(world.admin).updateUser(user.uid, { disabled: true });
    await expectAuthError(signIn(PHONE), 'user-disabled');
  });

  it('cannot sign in if the project disables phone sign-in', async () => {
    await world.emulator.configure({ signIn: { phoneNumber: { enabled: false } } });
    await expectAuthError(signIn(PHONE), 'operation-not-allowed');
  });
});

describe('a verification code', () => {
  async function sendCode(phoneNumber = PHONE) {
    const { body } = await world.web('sendVerificationCode', { phoneNumber });
    return { sessionInfo: String(body.sessionInfo), code: await readCode(String(body.sessionInfo)) };
  }
  const redeem = async (fields: object) => {
    const { status, body } = await world.web('signInWithPhoneNumber', fields);
    return body.error?.message ?? status;
  };
  const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

  it('works only once', async () => {
    const sent = await sendCode();
    expect(await redeem(sent)).toBe(200);
    expect(await redeem(sent)).toBe('INVALID_SESSION_INFO');
  });

  it('expires after ten minutes', async () => {
    const sent = await sendCode();
    await world.emulator.advanceTime(10 * 60_000 + 1);
    expect(await redeem(sent)).toBe('SESSION_EXPIRED');
  });

  it('is rejected after five wrong guesses', async () => {
    const { sessionInfo, code } = await sendCode();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await redeem({ sessionInfo, code: wrongCode(code) })).toBe('INVALID_CODE');
    }
    expect(await redeem({ sessionInfo, code })).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  });

  it.each([
    [{}, 'MISSING_SESSION_INFO'],
    [{ sessionInfo: 'x' }, 'MISSING_CODE'],
    [{ sessionInfo: 'x', code: '123456' }, 'INVALID_SESSION_INFO'],
    [{ temporaryProof: 'x' }, 'MISSING_PHONE_NUMBER'],
    [{ temporaryProof: 'x', phoneNumber: PHONE }, 'INVALID_TEMPORARY_PROOF'],
  ])('is rejected with the invalid fields %j', async (fields, message) => {
    expect(await redeem(fields)).toBe(message);
  });

  it.each([undefined, '', '5555550100', '+0123', 'phone'])(
    'is not sent to the invalid number %j',
    async (phoneNumber) => {
      const { body } = await world.web('sendVerificationCode', { phoneNumber });
      expect(body.error?.message).toBe('INVALID_PHONE_NUMBER : Invalid format.');
    },
  );
});
