import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase/app';
import { createFirebaseIdentity } from '@outharbor/api/gateways/firebase/identity';
import { deleteApp } from 'firebase-admin/app';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient } from './support/api-client.ts';
import { expectWorld, NOTHING } from './support/oracles.ts';
import { claimsOf, encode } from './support/token-issuer.ts';
import { instanceAt, startWorld, type World } from './support/world.ts';

const PROJECT = 'demo-outharbor';
const HEADER = { alg: 'RS256', kid: 'local-key', typ: 'JWT' };
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
    [
      'one without an algorithm',
      () => `${encode({ kid: 'local-key' })}.${encode(claimsOf(PROJECT, 'victim'))}.AAAA`,
    ],
    ['one whose header is a number', () => `${encode(7)}.${encode(claimsOf(PROJECT, 'victim'))}.AAAA`],
    ['one whose header is nothing', () => `${encode(null)}.${encode(claimsOf(PROJECT, 'victim'))}.AAAA`],
    ['one whose claims are no JSON', () => `${encode(HEADER)}.AAAA.AAAA`],
    ['one whose claims are nothing', () => `${encode(HEADER)}.${encode(null)}.AAAA`],
    ['one whose claims are a list', () => `${encode(HEADER)}.${encode([])}.AAAA`],
    ['8 kB of A', () => `${'A'.repeat(4000)}.${'A'.repeat(4000)}.AAAA`],
    ['8 kB of A in one', () => 'A'.repeat(8000)],
  ])('refuses %s', async (_name, token) => {
    expect(await codeOf(token())).toBe('unauthenticated');
  });

  it('takes no malformed token for an outage, and logs no stack of it', async () => {
    const { lines, metrics } = instanceAt(world.instances, 0);
    const unnamed = `${encode({ kid: 'local-key' })}.${encode(claimsOf(PROJECT, 'victim'))}.AAAA`;
    for (const token of ['..', 'A'.repeat(8000), `${encode(HEADER)}.AAAA.AAAA`, unnamed]) {
      expect(await codeOf(token)).toBe('unauthenticated');
    }
    expect(lines.filter((line) => line.includes('"stack"'))).toEqual([]);
    expect(await metrics.registry.metrics()).not.toMatch(/outcome="unavailable"|status="5/);
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

  it.each<[string, string, string]>([
    ['of 255 letters and an emoji', `${'x'.repeat(255)}🚀`, 'x'.repeat(200)],
    ['with an emoji across the limit', `${'x'.repeat(199)}🚀`, 'x'.repeat(199)],
    ['with half a surrogate pair', 'Ada\ud83d', 'Ada'],
  ])('sells to a person with a name %s', async (what, name, known) => {
    const uid = `named-${what.length}`;
    const token = world.issuer.issue(uid, { claims: { name } });
    expect((await withToken(token, uid).book(500)).status).toBe(200);
    const { customers } = await world.stripe.state();
    const names = customers.flatMap((one) => (!one.deleted && one.metadata.uid === uid ? [one.name] : []));
    expect(names).toEqual([known]);
  });

  it('sells to a person whose address Stripe would refuse', async () => {
    const token = world.issuer.issue('odd-address', { claims: { email: 'ada@localhost' } });
    expect((await withToken(token, 'odd-address').book(500)).status).toBe(200);
  });

  it.each([
    ['', 'ada@localhost'],
    [' \n ', `${'x'.repeat(250)}@example.com`],
    [`${'x'.repeat(199)}🚀`, 'ada@example.com'],
    ['Ada\ud83d', 'ada @example.com'],
  ])('knows the same person by a token and by a look-up: %j, %j', async (displayName, email) => {
    const app = createFirebaseApp(world.config.firebase, world.issuer.agent);
    try {
      const identity = createFirebaseIdentity(app, world.config.firebase, () => undefined);
      const claims = { name: displayName, email };
      const { signedInAt, ...byToken } = await identity.verify(world.issuer.issue('twice', { claims }));
      expect(signedInAt).toBeGreaterThan(0);
      world.issuer.users.set('twice', { displayName, email });
      expect((await identity.findAccounts(['twice'])).get('twice')).toEqual({
        ...byToken,
        emailVerified: false,
      });
    } finally {
      await deleteApp(app);
    }
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
