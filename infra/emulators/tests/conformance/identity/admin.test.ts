import { createHash, createHmac, pbkdf2Sync, scryptSync } from 'node:crypto';
import { signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import { adminPath, newEmail, OWNER, PASSWORD, PROJECT } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

interface ListedCode {
  readonly email: string;
  readonly requestType: string;
  readonly oobLink: string;
}

const world = suiteWorld();
let admin: Auth;
beforeAll(async () => {
  admin = getAuth(world.admin);
});

describe('the Admin SDK without emulator variables', () => {
  it('verifies an ID token with the published certificates, and rejects it for a disabled user', async () => {
    const { user } = await world.register();
    const token = await user.getIdToken();
    expect(await admin.verifyIdToken(token, true)).toMatchObject({ uid: user.uid, email: user.email });
    await admin.updateUser(user.uid, { disabled: true });
    await expectAuthError(admin.verifyIdToken(token, true), 'user-disabled');
  });

  it('rejects a revoked token', async () => {
    const { user } = await world.register();
    const token = await user.getIdToken();
    const { authTime } = await user.getIdTokenResult();
    // The SDK revokes in whole seconds, so the revocation must not be in the same second as the sign-in.
    await expect
      .poll(async () => Date.now() >= Date.parse(authTime) + 1000, { timeout: 3000, interval: 50 })
      .toBe(true);
    await admin.revokeRefreshTokens(user.uid);
    await expectAuthError(admin.verifyIdToken(token, true), 'id-token-revoked');
  });

  it('creates and verifies session cookies', async () => {
    const { user } = await world.register();
    const cookie = await admin.createSessionCookie(await user.getIdToken(), { expiresIn: 300_000 });
    expect(await admin.verifySessionCookie(cookie, true)).toMatchObject({ uid: user.uid });
    await expectAuthError(admin.verifyIdToken(cookie), 'argument-error');
  });

  it('creates custom tokens that sign in a user with claims', async () => {
    const token = await getAuth(world.signer).createCustomToken('ada', { team: 'blue' });
    const { user } = await signInWithCustomToken(world.newClient(), token);
    const { claims } = await user.getIdTokenResult();
    expect([user.uid, claims.team]).toEqual(['ada', 'blue']);
    const cookie = await admin.createSessionCookie(await user.getIdToken(), { expiresIn: 300_000 });
    expect(await admin.verifySessionCookie(cookie)).toMatchObject({ team: 'blue' });
    const refreshed = await user.getIdTokenResult(true);
    expect(refreshed.claims.team).toBe('blue');
  });

  it('creates, finds, lists, updates and deletes users', async () => {
    const created = await Promise.all(
      ['a', 'b', 'c'].map((uid) =>
        admin.createUser({ uid, email: `${uid}@example.com`, password: PASSWORD }),
      ),
    );
    expect(created.map(({ uid }) => uid)).toEqual(['a', 'b', 'c']);
    expect((await admin.getUserByEmail('b@example.com')).uid).toBe('b');
    const first = await admin.listUsers(2);
    const second = await admin.listUsers(2, first.pageToken);
    expect([...first.users, ...second.users].map(({ uid }) => uid)).toEqual(['a', 'b', 'c']);
    expect(second.pageToken).toBeUndefined();
    await admin.updateUser('a', { displayName: 'Ada', phoneNumber: '+15551234567' });
    expect((await admin.getUserByPhoneNumber('+15551234567')).displayName).toBe('Ada');
    const { successCount, errors } = await admin.deleteUsers(['a', 'b', 'nobody']);
    expect([successCount, errors]).toEqual([3, []]);
    await expectAuthError(admin.getUser('a'), 'user-not-found');
  });

  it.each([
    ['an existing UID', { uid: 'a' }, 'auth/uid-already-exists'],
    ['an existing email', { email: 'a@example.com' }, 'auth/email-already-exists'],
    ['an existing phone number', { phoneNumber: '+15551234567' }, 'auth/phone-number-already-exists'],
  ])('rejects a new user with %s', async (_name, properties, code) => {
    await admin.createUser({ uid: 'a', email: 'a@example.com', phoneNumber: '+15551234567' });
    await expect(admin.createUser(properties)).rejects.toMatchObject({ code });
  });

  it('sets custom claims, which appear in the next token, and rejects reserved ones', async () => {
    const { user } = await world.register();
    await admin.setCustomUserClaims(user.uid, { admin: true });
    expect((await user.getIdTokenResult(true)).claims.admin).toBe(true);
    const path = adminPath('/accounts:update');
    const reserved = { localId: user.uid, customAttributes: JSON.stringify({ sub: 'x' }) };
    const { body } = await world.call(path, reserved, OWNER);
    expect(body.error?.message).toBe('FORBIDDEN_CLAIM : sub');
    // 1,000 bytes, of which the SDK counts characters.
    const long = admin.setCustomUserClaims(user.uid, { team: 'é'.repeat(500) });
    await expectAuthError(long, 'claims-too-large');
  });

  it('rejects a link on a domain that the project does not own, and names what it lacks of one that it owns', async () => {
    const linkOn = (linkDomain: string) =>
      admin.generateSignInWithEmailLink('ada@example.com', {
        url: 'https://example.com',
        handleCodeInApp: true,
        linkDomain,
      });
    await expectAuthError(linkOn('cool.link'), 'invalid-hosting-link-domain');
    await expect(linkOn(`${PROJECT}.web.app`)).rejects.toThrow('linkDomain');
  });

  it('generates email action links for existing users only', async () => {
    const { email } = await world.register();
    const link = await admin.generatePasswordResetLink(email);
    expect(new URL(link).searchParams.get('mode')).toBe('resetPassword');
    expect(await admin.generateEmailVerificationLink(email)).toContain('mode=verifyEmail');
    await expectAuthError(admin.generateEmailVerificationLink('nobody@example.com'), 'user-not-found');
  });

  it('adds second factors to a user, keeps those with an id and gives the others one', async () => {
    const { uid } = await admin.createUser({ email: newEmail(), emailVerified: true });
    const added = { factorId: 'phone', phoneNumber: '+16505550101' } as const;
    const kept = { factorId: 'phone', phoneNumber: '+16505550102', uid: 'kept' } as const;
    const { multiFactor } = await admin.updateUser(uid, { multiFactor: { enrolledFactors: [added, kept] } });
    expect(multiFactor?.enrolledFactors).toMatchObject([{ ...added, uid: expect.any(String) }, kept]);
  });

  it('adds no second factor to a user without a verified email', async () => {
    const enrolledFactors = [{ factorId: 'phone', phoneNumber: '+16505550101' }] as const;
    const multiFactor = { enrolledFactors: [...enrolledFactors] };
    const rejection = { code: 'auth/unverified-email' };
    await expect(admin.createUser({ email: newEmail(), multiFactor })).rejects.toMatchObject(rejection);
    const { uid } = await admin.createUser({ email: newEmail() });
    await expect(admin.updateUser(uid, { multiFactor })).rejects.toMatchObject(rejection);
    expect((await admin.getUser(uid)).multiFactor).toBeUndefined();
  });

  // firebase-tools#6482
  it.each([{ email: 'changed@example.com' }, { phoneNumber: '+15551234567' }, { password: 'another one' }])(
    'ends the sessions of a user when it changes %o',
    async (change) => {
      const { user } = await world.register();
      await world.emulator.advanceTime(1000);
      await admin.updateUser(user.uid, { displayName: 'Ada' });
      await user.getIdToken(true);
      await admin.updateUser(user.uid, change);
      await expectAuthError(user.getIdToken(true), 'user-token-expired');
    },
  );

  it('lists generated links like mailed ones, as the official emulator does', async () => {
    const { email } = await world.register();
    const settings = { url: 'https://site.test/next', handleCodeInApp: true };
    const links = [
      ['PASSWORD_RESET', await admin.generatePasswordResetLink(email)],
      ['VERIFY_EMAIL', await admin.generateEmailVerificationLink(email)],
      ['EMAIL_SIGNIN', await admin.generateSignInWithEmailLink(email, settings)],
    ];
    const mails = (await world.emulator.mails()).filter(({ to }) => to === email);
    expect(mails.map(({ type, link }) => [type, link])).toEqual(links);
    const answer = await fetch(`${world.emulator.url}/emulator/v1/projects/${PROJECT}/oobCodes`, {
      headers: OWNER,
    });
    const { oobCodes } = (await answer.json()) as { readonly oobCodes: readonly ListedCode[] };
    const listed = oobCodes.filter((code) => code.email === email);
    expect(listed.map(({ requestType, oobLink }) => [requestType, oobLink])).toEqual(links);
  });
});

// https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/query
describe('a query of accounts', () => {
  let path: string;
  beforeEach(async () => {
    const { tenantId } = await admin.tenantManager().createTenant({});
    path = adminPath(`/tenants/${tenantId}/accounts:query`);
    const tenant = admin.tenantManager().authForTenant(tenantId);
    await tenant.createUser({ uid: 'u1', email: 'c@example.com', displayName: 'Ben' });
    await tenant.createUser({ uid: 'u2', email: 'a@example.com', displayName: 'Cleo' });
    await tenant.createUser({ uid: 'u3', phoneNumber: '+15555550101', displayName: 'Ada' });
  });

  const query = async (body: object) => {
    const { body: answer } = await world.call(path, body, OWNER);
    const { recordsCount, userInfo } = answer as { recordsCount: string; userInfo?: { localId: string }[] };
    return [Number(recordsCount), userInfo?.map(({ localId }) => localId)];
  };

  it.each<[object, number, string[] | undefined]>([
    [{}, 3, ['u1', 'u2', 'u3']],
    [{ order: 'DESC' }, 3, ['u3', 'u2', 'u1']],
    [{ sortBy: 'NAME' }, 3, ['u3', 'u1', 'u2']],
    [{ sortBy: 'USER_EMAIL', order: 'DESC' }, 3, ['u1', 'u2', 'u3']],
    [{ sortBy: 'NAME', limit: '1', offset: '1' }, 3, ['u1']],
    [{ returnUserInfo: false }, 3, undefined],
    [{ expression: [{ email: 'A@example.com' }, { userId: 'u1' }] }, 1, ['u2']],
    [{ expression: [{ phoneNumber: '+15555550101', userId: 'u1' }] }, 1, ['u3']],
    [{ expression: [{ userId: 'u1' }], returnUserInfo: false }, 1, undefined],
    [{ expression: [{ userId: 'nobody' }] }, 0, []],
  ])('finds %j', async (body, count, ids) => {
    expect(await query(body)).toEqual([count, ids]);
  });

  it.each([{ sortBy: 'AGE' }, { order: 'SIDEWAYS' }, { offset: -1 }, { limit: 'many' }])(
    'rejects %j',
    async (body) => {
      expect((await world.call(path, body, OWNER)).status).toBe(400);
    },
  );
});

describe('user import', () => {
  const salt = Buffer.from('some salt');
  const password = Buffer.from(PASSWORD);
  const salted = Buffer.concat([salt, password]);

  /** Only with it does the user sign in whose uid is their address. */
  async function expectPassword(email: string, right = PASSWORD): Promise<void> {
    const auth = world.newClient();
    expect((await signInWithEmailAndPassword(auth, email, right)).user.uid).toBe(email);
    await expectAuthError(signInWithEmailAndPassword(auth, email, 'wrong'), 'invalid-credential');
  }

  it.each([
    ['SHA256', { algorithm: 'SHA256' as const, rounds: 1 }, createHash('sha256').update(salted).digest()],
    [
      'MD5 without rounds',
      { algorithm: 'MD5' as const, rounds: 0 },
      createHash('md5').update(salted).digest(),
    ],
    [
      'HMAC_SHA512',
      { algorithm: 'HMAC_SHA512' as const, key: Buffer.from('key') },
      createHmac('sha512', 'key').update(salted).digest(),
    ],
    [
      'PBKDF2_SHA256',
      { algorithm: 'PBKDF2_SHA256' as const, rounds: 1000 },
      pbkdf2Sync(password, salt, 1000, 32, 'sha256'),
    ],
    [
      'STANDARD_SCRYPT',
      {
        algorithm: 'STANDARD_SCRYPT' as const,
        memoryCost: 1024,
        parallelization: 16,
        blockSize: 8,
        derivedKeyLength: 64,
      },
      scryptSync(password, salt, 64, { N: 1024, p: 16, r: 8 }),
    ],
  ])('accepts only the right password with %s hashes', async (_name, hash, passwordHash) => {
    const email = newEmail();
    const user = { uid: email, email, passwordHash, passwordSalt: salt };
    expect(await admin.importUsers([user], { hash })).toMatchObject({ successCount: 1 });
    await expectPassword(email);
  });

  it('accepts only the right password with hashes of Firebase’s own scrypt', async () => {
    const bytes = (base64: string) => Buffer.from(base64, 'base64');
    const email = newEmail();
    // The example from github.com/firebase/scrypt.
    const user = {
      uid: email,
      email,
      passwordHash: bytes(
        'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
      ),
      passwordSalt: bytes('42xEC+ixf3L2lw=='),
    };
    const key = bytes(
      'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    );
    const settings = { saltSeparator: bytes('Bw=='), rounds: 8, memoryCost: 14 };
    await admin.importUsers([user], { hash: { algorithm: 'SCRYPT', key, ...settings } });
    await expectPassword(email, 'user1password');
  });

  it('accepts only the right password with BCRYPT hashes, and rejects malformed ones', async () => {
    const email = newEmail();
    // crypt(3) computed it from the password.
    const passwordHash = Buffer.from('$2b$10$abcdefghijklmnopqrstuu23JPZtHcGhwXSF41f93o/7vBdDut3Xu');
    const users = [
      { uid: email, email, passwordHash },
      { uid: 'malformed', passwordHash: Buffer.from('$2b$10$short') },
    ];
    const { errors } = await admin.importUsers(users, { hash: { algorithm: 'BCRYPT' } });
    expect(errors.map(({ index }) => index)).toEqual([1]);
    await expectPassword(email);
  });

  it('replaces users with an existing UID unless overwriting is forbidden', async () => {
    await admin.createUser({ uid: 'known', email: newEmail(), displayName: 'Before' });
    const { successCount } = await admin.importUsers([{ uid: 'known', email: 'after@example.com' }]);
    expect(successCount).toBe(1);
    const { email, displayName } = await admin.getUser('known');
    expect([email, displayName]).toEqual(['after@example.com', undefined]);
    const body = { users: [{ localId: 'known', displayName: 'Again' }], allowOverwrite: false };
    const answer = await world.call(adminPath('/accounts:batchCreate'), body, OWNER);
    expect(answer.body.error).toEqual([{ index: 0, message: expect.stringContaining('can not overwrite') }]);
    expect((await admin.getUser('known')).email).toBe('after@example.com');
  });

  it('reports rejected users by index and imports the others', async () => {
    const { successCount, failureCount, errors } = await admin.importUsers([
      { uid: 'good', email: 'good@example.com' },
      { uid: 'twin', email: 'good@example.com' },
    ]);
    expect([successCount, failureCount, errors.map(({ index }) => index)]).toEqual([1, 1, [1]]);
  });
});
