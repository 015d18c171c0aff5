import {
  confirmPasswordReset,
  EmailAuthProvider,
  GoogleAuthProvider,
  linkWithCredential,
  sendPasswordResetEmail,
  signInWithCredential,
  unlink,
} from 'firebase/auth';
import { describe, expect, it } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import { adminPath, claimsIn, newEmail } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const ADA = {
  sub: '123456789012345678901',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  picture: 'https://site.test/ada.png',
};
const ATTRIBUTES = { name: 'Jane Doe', mail: 'jane@example.com' };

describe.each([
  { name: 'by default', permissive: false },
  { name: 'in permissive mode', permissive: true },
])('$name', ({ permissive }) => {
  const world = suiteWorld({ permissive });

  function signIn(providerId: string | undefined, parameters: Readonly<Record<string, unknown>> = {}) {
    const postBody = new URLSearchParams();
    for (const [name, value] of Object.entries({ providerId, id_token: ADA, ...parameters })) {
      if (value !== undefined) postBody.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    return world.web('signInWithIdp', {
      postBody: String(postBody),
      requestUri: 'http://localhost',
      returnSecureToken: true,
    });
  }

  const saml = (assertion: unknown) => signIn('saml.company', { SAMLResponse: { assertion } });
  const signedInAs = (idToken: unknown) => claimsIn(idToken).firebase as Record<string, unknown>;

  it("returns Google's own field names in the raw user info", async () => {
    const { body } = await signIn('google.com');
    expect(JSON.parse(String(body.rawUserInfo))).toEqual({
      id: ADA.sub,
      email: ADA.email,
      verified_email: true,
      name: ADA.name,
      given_name: ADA.given_name,
      family_name: ADA.family_name,
      picture: ADA.picture,
      locale: 'en',
      granted_scopes:
        'openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
    });
    const { email: _, ...withoutEmail } = ADA;
    const other = await signIn('google.com', { id_token: { ...withoutEmail, sub: '2' } });
    expect(other.body.rawUserInfo).not.toContain('userinfo.email');
  });

  it('returns the claims as raw user info for other providers, and stores the screen name', async () => {
    const claims = { ...ADA, screen_name: 'ada' };
    const { body } = await signIn('github.com', { id_token: claims });
    expect(JSON.parse(String(body.rawUserInfo))).toEqual(claims);
    const { body: found } = await world.web('lookup', { idToken: body.idToken });
    expect(found.users).toMatchObject([{ screenName: 'ada' }]);
  });

  it('rejects a response that names no provider, and repeats it in the error', async () => {
    const { status, body } = await signIn(undefined);
    expect(status).toBe(400);
    expect(body.error?.message).toMatch(
      /^INVALID_CREDENTIAL_OR_PROVIDER_ID : .*: http:\/\/localhost\/\?id_token=/,
    );
  });

  it('signs in the subject of a SAML response and keeps its attributes throughout the session', async () => {
    const { body } = await saml({ subject: { nameId: 'Jane@Example.com' }, attributeStatements: ATTRIBUTES });
    expect(body).toMatchObject({ email: 'Jane@Example.com', emailVerified: true });
    expect(JSON.parse(String(body.rawUserInfo))).toEqual(ATTRIBUTES);
    expect(signedInAs(body.idToken).sign_in_attributes).toEqual(ATTRIBUTES);
    expect(claimsIn(body.idToken).email).toBe('jane@example.com');
    const { body: refreshed } = await world.refresh(body.refreshToken);
    expect(signedInAs(refreshed.id_token).sign_in_attributes).toEqual(ATTRIBUTES);
    const { body: updated } = await world.web('update', {
      idToken: body.idToken,
      password: 'a secret',
    });
    expect(signedInAs(updated.idToken).sign_in_attributes).toEqual(ATTRIBUTES);
  });

  it.each([
    ['no assertion', undefined],
    ['no subject', {}],
    ['no name ID', { subject: {} }],
    ['an empty name ID', { subject: { nameId: '' } }],
  ])('rejects a SAML response with %s', async (_, assertion) => {
    const { status, body } = await saml(assertion);
    expect(status).toBe(400);
    expect(body.error?.message).toMatch(/^INVALID_IDP_RESPONSE/);
  });

  it.each([
    ['text that is not JSON', 'not JSON'],
    ['a JSON array', '[]'],
    ['null', 'null'],
    ['a string as the subject', '{"assertion":{"subject":"jane"}}'],
    ['a numeric name ID', '{"assertion":{"subject":{"nameId":1}}}'],
    ['an array of attributes', '{"assertion":{"subject":{"nameId":"x"},"attributeStatements":[]}}'],
  ])('rejects malformed SAML response data: %s', async (_, SAMLResponse) => {
    expect(await signIn('saml.company', { SAMLResponse })).toMatchObject({ status: 400 });
  });

  /** A person who signed in with Google and then added a password. */
  async function withBoth() {
    const email = newEmail();
    const google = GoogleAuthProvider.credential(JSON.stringify({ sub: email, email, email_verified: true }));
    const auth = world.newClient();
    const { user } = await signInWithCredential(auth, google);
    await linkWithCredential(user, EmailAuthProvider.credential(email, 'correct horse'));
    return { auth, user, email };
  }

  // https://github.com/firebase/firebase-js-sdk/issues/151
  it('unlinks other providers when the password is reset, because another person may have linked them', async () => {
    const { auth, user, email } = await withBoth();
    const owner = { authorization: 'Bearer owner' };
    await world.call(adminPath('/accounts:update'), { localId: user.uid, phoneNumber: '+4930123456' }, owner);
    await sendPasswordResetEmail(auth, email);
    await confirmPasswordReset(auth, (await world.mailTo(email)).code, 'another one');
    const { body } = await world.web('lookup', { localId: [user.uid] }, owner);
    const [found] = body.users as readonly {
      readonly providerUserInfo: readonly { readonly providerId: string }[];
    }[];
    expect(found?.providerUserInfo.map(({ providerId }) => providerId)).toEqual(['password']);
  });

  // https://github.com/firebase/firebase-js-sdk/issues/3592
  it('keeps the address when the password is unlinked, so that nobody else can register it', async () => {
    const { user, email } = await withBoth();
    const after = await unlink(user, 'password');
    expect([after.email, after.providerData.map(({ providerId }) => providerId)]).toEqual([
      email,
      ['google.com'],
    ]);
    await expectAuthError(world.register(email), 'email-already-in-use');
  });
});
