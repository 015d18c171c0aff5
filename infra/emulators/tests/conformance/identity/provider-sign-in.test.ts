import { createHash } from 'node:crypto';
import {
  type AuthCredential,
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  revokeAccessToken,
  SAMLAuthProvider,
  signInWithCredential,
  TwitterAuthProvider,
} from 'firebase/auth';
import { type BaseAuth, getAuth } from 'firebase-admin/auth';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import {
  adminPath,
  newEmail,
  OWNER,
  PROJECT,
  startIdentityWorld,
} from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const world = suiteWorld();
const claims = (sub: string, more: object = {}) => JSON.stringify({ sub, ...more });

/** Calls what the page of a provider passes to the SDK. */
function signInAtPage(
  providerId: string,
  idToken: object,
  extra: object = {},
  headers?: Readonly<Record<string, string>>,
) {
  const query = new URLSearchParams({ providerId, id_token: JSON.stringify(idToken) });
  const requestUri = `${world.emulator.url}/emulator/auth/handler?${query}`;
  const body = { requestUri, returnSecureToken: true, returnIdpCredential: true, postBody: '', ...extra };
  return world.web('signInWithIdp', body, headers);
}

type Kind = readonly [string, (idToken: string) => AuthCredential];
const CREDENTIALS: readonly Kind[] = [
  ['google.com', (idToken) => GoogleAuthProvider.credential(idToken)],
  ['apple.com', (idToken) => new OAuthProvider('apple.com').credential({ idToken })],
  ['microsoft.com', (idToken) => new OAuthProvider('microsoft.com').credential({ idToken })],
  ['oidc.acme', (idToken) => new OAuthProvider('oidc.acme').credential({ idToken })],
  ['github.com', (idToken) => GithubAuthProvider.credential(idToken)],
  ['facebook.com', (idToken) => FacebookAuthProvider.credential(idToken)],
];

it.each(CREDENTIALS)(
  '%s: a credential signs in, links and signs in again, with tokens that verify',
  async (providerId, credential) => {
    const { user } = await signInWithCredential(
      world.newClient(),
      credential(claims('one', { name: 'Ada' })),
    );
    const verified = await getAuth(world.admin).verifyIdToken(await user.getIdToken());
    expect(verified).toMatchObject({
      firebase: { sign_in_provider: providerId },
      name: 'Ada',
      uid: user.uid,
    });
    const other = await world.register();
    await linkWithCredential(other.user, credential(claims('two')));
    const again = await reauthenticateWithCredential(other.user, credential(claims('two')));
    expect(again.user.uid).toBe(other.user.uid);
    await expectAuthError(
      linkWithCredential(other.user, credential(claims('one'))),
      'provider-already-linked',
    );
    await expectAuthError(
      reauthenticateWithCredential(other.user, credential(claims('nobody'))),
      'user-mismatch',
    );
    expect((await getAuth(world.admin).listUsers()).users).toHaveLength(2);
  },
);

it.each([
  ['github.com', GithubAuthProvider],
  ['facebook.com', FacebookAuthProvider],
  ['twitter.com', TwitterAuthProvider],
  ['microsoft.com', OAuthProvider],
  ['oidc.acme', OAuthProvider],
  ['saml.acme', SAMLAuthProvider],
])(
  '%s: an address of another provider needs the account of that provider, which then links',
  async (providerId, provider) => {
    const email = newEmail();
    const google = GoogleAuthProvider.credential(claims('g', { email, email_verified: true }));
    const { user } = await signInWithCredential(world.newClient(), google);
    const { body } = await signInAtPage(providerId, { sub: 's', email, email_verified: false });
    expect(body).toMatchObject({ needConfirmation: true, verifiedProvider: ['google.com'] });
    expect(body.idToken).toBeUndefined();
    const error = { customData: { _tokenResponse: body } } as never;
    const credential = provider.credentialFromError(error);
    const linked = await linkWithCredential(user, credential as AuthCredential);
    expect(linked.user.providerData.map((each) => each.providerId)).toEqual(['google.com', providerId]);
    const again = await signInWithCredential(world.newClient(), credential as AuthCredential);
    expect(again.user.uid).toBe(user.uid);
  },
);

it('says when the address was recycled by its provider', async () => {
  const email = newEmail();
  const signIn = async (providerId: string, sub: string) =>
    (await signInAtPage(providerId, { sub, email, email_verified: true })).body;
  const first = await signIn('google.com', 'former');
  const other = await signIn('facebook.com', 'someone');
  const again = await signIn('google.com', 'current');
  expect([other.localId, again.localId]).toEqual([first.localId, first.localId]);
  expect([first, other, again].map(({ emailRecycled }) => emailRecycled)).toEqual([
    undefined,
    undefined,
    true,
  ]);
});

it('signs in a person without an address', async () => {
  const { body } = await signInAtPage('apple.com', { sub: 'nobody' });
  expect(body).toMatchObject({ isNewUser: true, idToken: expect.any(String) });
  expect(body.email).toBeUndefined();
});

it('checks the nonce of an ID token', async () => {
  const nonce = createHash('sha256').update('raw').digest('hex');
  const credential = (rawNonce: string) =>
    new OAuthProvider('apple.com').credential({ idToken: claims('one', { nonce }), rawNonce });
  await expectAuthError(
    signInWithCredential(world.newClient(), credential('other')),
    'missing-or-invalid-nonce',
  );
  await signInWithCredential(world.newClient(), credential('raw'));
});

it('revokes a token of Apple', async () => {
  const { body } = await signInAtPage('apple.com', { sub: 'a' });
  const credential = new OAuthProvider('apple.com').credential({
    accessToken: String(body.oauthAccessToken),
  });
  const auth = world.newClient();
  await signInWithCredential(auth, credential);
  await revokeAccessToken(auth, String(body.oauthAccessToken));
  await expectAuthError(signInWithCredential(auth, credential), 'invalid-credential');
});

it.each([
  ['a forged access token', 'access_token=e30_forged'],
  ['an access token of another provider', undefined],
])('rejects %s', async (_, given) => {
  const { body: github } = await signInAtPage('github.com', { sub: 'a' });
  const postBody = `${given ?? `access_token=${github.oauthAccessToken}`}&providerId=facebook.com`;
  const { status, body } = await world.web('signInWithIdp', { requestUri: 'http://localhost', postBody });
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining('INVALID_IDP_RESPONSE')]);
});

it.each([
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a public front door', { 'x-forwarded-for': '203.0.113.9' }],
])('refuses what a provider says to %s, because nobody verified it', async (_, headers) => {
  const { status, body } = await signInAtPage('google.com', { sub: 'a' }, {}, headers);
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining('OPERATION_NOT_ALLOWED')]);
});

it('exports the hashes of passwords to an administrator who lists users, and to nobody else', async () => {
  const account = { email: newEmail(), password: 'correct horse' };
  const { body } = await world.web('signUp', account);
  const auth = getAuth(world.admin);
  const [user] = (await auth.listUsers()).users;
  expect((await auth.getUser(String(body.localId))).passwordHash).toBeUndefined();
  const config = await fetch(
    `${world.emulator.url}/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config`,
    { headers: OWNER },
  );
  const { hashConfig } = ((await config.json()) as { signIn: { hashConfig: Record<string, unknown> } })
    .signIn;
  const other = await startIdentityWorld();
  onTestFinished(() => other.close());
  const users = [
    { localId: 'moved', email: account.email, passwordHash: user?.passwordHash, salt: user?.passwordSalt },
  ];
  const hash = { ...hashConfig, hashAlgorithm: hashConfig.algorithm };
  await other.call(adminPath('/accounts:batchCreate'), { users, ...hash }, OWNER);
  expect((await other.web('signInWithPassword', account)).body.localId).toBe('moved');
  // The key is another's.
  expect((await getAuth(other.admin).listUsers()).users[0]?.passwordHash).toBeUndefined();
});

const OIDC = { providerId: 'oidc.acme', clientId: 'client', issuer: 'https://acme.example', enabled: true };
const SAML = {
  providerId: 'saml.acme',
  idpEntityId: 'entity',
  ssoURL: 'https://acme.example/sso',
  x509Certificates: ['certificate'],
  rpEntityId: 'party',
  callbackURL: 'https://shop.example/__/auth/handler',
  enabled: true,
};

describe.each([['a project'], ['a tenant']])('provider configurations of %s', (owner) => {
  let auth: BaseAuth;
  let tenantId: string | undefined;
  beforeEach(async () => {
    const project = getAuth(world.admin);
    const manager = project.tenantManager();
    tenantId =
      owner === 'a project' ? undefined : (await manager.createTenant({ displayName: 'acme' })).tenantId;
    auth = tenantId === undefined ? project : manager.authForTenant(tenantId);
  });

  it.each([
    ['oidc', OIDC, { displayName: 'Acme', clientSecret: 'secret', responseType: { code: true } }],
    ['saml', SAML, { displayName: 'Acme', ssoURL: 'https://acme.example/other' }],
  ] as const)('the Admin SDK creates, changes, lists and deletes one of %s', async (type, config, change) => {
    const created = await auth.createProviderConfig(config);
    expect(created).toMatchObject({ ...config, ...(type === 'oidc' && { responseType: { idToken: true } }) });
    await expectAuthError(auth.createProviderConfig(config), 'configuration-exists');
    expect(await auth.updateProviderConfig(config.providerId, change)).toMatchObject({
      ...config,
      ...change,
    });
    await auth.createProviderConfig({ ...config, providerId: `${type}.other` } as never);
    const first = await auth.listProviderConfigs({ type, maxResults: 1 });
    const rest = await auth.listProviderConfigs({ type, pageToken: first.pageToken ?? '' });
    expect(
      [first, rest].map(({ providerConfigs }) => providerConfigs.map((each) => each.providerId)),
    ).toEqual([[config.providerId], [`${type}.other`]]);
    await auth.deleteProviderConfig(config.providerId);
    await expectAuthError(auth.getProviderConfig(config.providerId), 'configuration-not-found');
  });

  it('a disabled one signs nobody in', async () => {
    await auth.createProviderConfig({ ...OIDC, enabled: false });
    const signIn = async () => (await signInAtPage('oidc.acme', { sub: 'a' }, { tenantId })).body;
    expect((await signIn()).error?.message).toMatch(/^OPERATION_NOT_ALLOWED : .* disabled/);
    await auth.updateProviderConfig('oidc.acme', { enabled: true });
    expect(await signIn()).toMatchObject({ idToken: expect.any(String) });
  });
});

it.each([
  ['oauthIdpConfigs', {}, 'MISSING_PROVIDER_ID'],
  ['oauthIdpConfigs?oauthIdpConfigId=saml.x', {}, 'INVALID_PROVIDER_ID'],
  ['oauthIdpConfigs?oauthIdpConfigId=oidc.x', { clientId: 'c' }, 'MISSING_ISSUER'],
  ['oauthIdpConfigs?oauthIdpConfigId=oidc.x', { issuer: 'https://x.example' }, 'MISSING_OAUTH_CLIENT_ID'],
  ['oauthIdpConfigs?oauthIdpConfigId=oidc.x', { clientId: 'c', issuer: 'no URL' }, 'INVALID_CONFIG'],
  ['oauthIdpConfigs?oauthIdpConfigId=oidc.x', { clientId: 'c', mood: 'good' }, 'Unknown name "mood"'],
  ['inboundSamlConfigs?inboundSamlConfigId=saml.x', { idpConfig: {} }, 'INVALID_CONFIG : idpEntityId'],
  ['defaultSupportedIdpConfigs?idpId=example.com', {}, 'INVALID_PROVIDER_ID'],
])('rejects a configuration: %s with %j', async (path, body, message) => {
  const at = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/${path}`;
  const answer = await world.call(at, body, OWNER);
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining(message) } },
  });
});

it('a new project signs in with the providers that it has configured', async () => {
  const fresh = await startIdentityWorld({ newProject: true });
  onTestFinished(() => fresh.close());
  const google = () => signInWithCredential(fresh.newClient(), GoogleAuthProvider.credential(claims('one')));
  await expectAuthError(google(), 'operation-not-allowed');
  const path = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/defaultSupportedIdpConfigs?idpId=google.com`;
  await fresh.call(path, { enabled: true, clientId: 'client', clientSecret: 'secret' }, OWNER);
  await google();
});
