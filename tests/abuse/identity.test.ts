import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient } from './support/api-client.ts';
import { expectWorld, NOTHING } from './support/oracles.ts';
import { claimsOf, encode } from './support/token-issuer.ts';
import { instanceAt, startWorld, type World } from './support/world.ts';

const PROJECT = 'demo-outharbor';
const now = () => Math.floor(Date.now() / 1000);

describe('ID tokens before the live verifier', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    world.issuer.issue('victim');
  });
  afterEach(() => expectWorld(world, { victim: NOTHING }));
  afterAll(() => world.close());

  const withToken = (token: string, uid = 'victim') =>
    createApiClient(
      () => instanceAt(world.instances, 0).url,
      uid,
      () => token,
    );
  const codeOf = async (token: string) => (await withToken(token).book(500)).body.error?.code;

  it('accepts one that is well signed, for its own user', async () => {
    const token = world.issuer.issue('honest');
    expect((await withToken(token, 'honest').book(500)).status).toBe(200);
    expect((await withToken(token, 'victim').book(500)).body.error?.code).toBe('forbidden');
  });

  it.each<[string, () => string]>([
    [
      'an unsigned one, as emulators make them',
      () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claimsOf(PROJECT, 'victim'))}.`,
    ],
    [
      'an unsigned one that names our key',
      () => `${encode({ alg: 'none', kid: 'local-key' })}.${encode(claimsOf(PROJECT, 'victim'))}.`,
    ],
    [
      'one signed with another key',
      () =>
        world.issuer.issue('victim', { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }),
    ],
    ['one signed with the public key as a password', () => hmacToken(world.issuer.publicKeyPem)],
    ['one of an unknown key', () => world.issuer.issue('victim', { header: { kid: 'other' } })],
    ['one without a key', () => world.issuer.issue('victim', { header: { kid: undefined } })],
    [
      'one that has expired',
      () => world.issuer.issue('victim', { claims: { exp: now() - 10, iat: now() - 4000 } }),
    ],
    ['one of another project', () => world.issuer.issue('victim', { claims: { aud: 'other-project' } })],
    [
      'one of another issuer',
      () => world.issuer.issue('victim', { claims: { iss: 'https://evil.example/demo-outharbor' } }),
    ],
    ['one without a user', () => world.issuer.issue('victim', { claims: { sub: '' } })],
    ['one of a user that is a number', () => world.issuer.issue('victim', { claims: { sub: 7 } })],
    [
      'a custom token',
      () =>
        world.issuer.issue('victim', {
          claims: {
            aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
          },
        }),
    ],
    ['one whose claims were changed', () => changed(world.issuer.issue('other'), 'victim')],
    ['the administrator of emulators', () => 'owner'],
    ['three dots', () => '..'],
  ])('refuses %s', async (_name, token) => {
    expect(await codeOf(token())).toBe('unauthenticated');
  });

  it.each<[string, boolean]>([
    ['a token that was never seen before', false],
    ['a token that was accepted a moment ago', true],
  ])('refuses %s once its user is disabled, signed out everywhere, or deleted', async (_name, seen) => {
    const uid = `leaver-${seen}`;
    const token = world.issuer.issue(uid);
    const book = async () => {
      const { status, body } = await withToken(token, uid).book(500);
      return body.error?.code ?? status;
    };
    if (seen) expect(await book()).toBe(200);
    world.issuer.users.set(uid, { disabled: true });
    expect(await book()).toBe('unauthenticated');
    world.issuer.users.set(uid, { validSince: now() });
    expect(await book()).toBe('unauthenticated');
    world.issuer.users.delete(uid);
    expect(await book()).toBe('unauthenticated');
    world.issuer.users.set(uid, {});
    expect(await book()).toBe(200);
  });

  it('refuses a uid that would be a path in the database, even well signed', async () => {
    const token = world.issuer.issue('a/b');
    const answer = await withToken(token, 'a/b').book(500);
    expect(answer.status).toBe(400);
    expect((await withToken(token, 'victim').book(500)).body.error?.code).toBe('forbidden');
  });

  it('asks for a token on every call that moves money', async () => {
    const nobody = withToken('');
    const answers = [await nobody.book(500), await nobody.confirm('cs_test_a'), await nobody.openPortal()];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('logs no token', () => {
    expect(instanceAt(world.instances, 0).lines.join()).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
});

function hmacToken(secret: string): string {
  const signed = `${encode({ alg: 'HS256', kid: 'local-key' })}.${encode(claimsOf(PROJECT, 'victim'))}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function changed(token: string, uid: string): string {
  const [header, , signature] = token.split('.');
  return `${header}.${encode(claimsOf(PROJECT, uid))}.${signature}`;
}
