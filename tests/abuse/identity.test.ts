import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase/app';
import { createFirebaseIdentity } from '@outharbor/api/gateways/firebase/identity';
import { FIRST } from '@outharbor/contract/testing/plans';
import { deleteApp } from 'firebase-admin/app';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { expectWorld, NOTHING } from '../support/abuse/oracles.ts';
import { encode, makeClaims, type TokenOptions } from '../support/abuse/token-issuer.ts';
import { createApiClient } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';

const PROJECT = 'demo-outharbor';
const CUSTOM_TOKEN_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
const HEADER = { alg: 'RS256', kid: 'local-key', typ: 'JWT' };
const now = () => Math.floor(Date.now() / 1000);

describe('ID token verification against live Firebase Auth', () => {
  const world = suiteFixture(startWorld);
  beforeAll(async () => {
    world.issuer.issue('victim');
  });
  afterEach(() => expectWorld(world, { victim: NOTHING }));

  const withToken = (token: string, uid = 'victim') =>
    createApiClient(
      () => world.api().url,
      uid,
      () => token,
    );
  const readCode = async (token: string) => (await withToken(token).book(FIRST.price)).body.error?.code;

  it('accepts a correctly signed token, but only for its own user', async () => {
    const token = world.issuer.issue('honest');
    expect((await withToken(token, 'honest').book(FIRST.price)).status).toBe(200);
    expect((await withToken(token, 'victim').book(FIRST.price)).body.error?.code).toBe('forbidden');
  });

  const claims = () => encode(makeClaims(PROJECT, 'victim'));
  const otherKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

  it.each<[string, () => string]>([
    ['an unsigned token as issued by emulators', () => `${encode({ alg: 'none', typ: 'JWT' })}.${claims()}.`],
    [
      'an unsigned token that names our key',
      () => `${encode({ alg: 'none', kid: 'local-key' })}.${claims()}.`,
    ],
    ['an HMAC token that uses the public key as its secret', () => hmacToken(world.issuer.publicKeyPem)],
    ['a token with altered claims', () => changed(world.issuer.issue('other'), 'victim')],
    ["the emulators' admin token", () => 'owner'],
    ['only dots', () => '..'],
    ['a token without an algorithm', () => `${encode({ kid: 'local-key' })}.${claims()}.AAAA`],
    ['a token whose header is a number', () => `${encode(7)}.${claims()}.AAAA`],
    ['a token whose header is null', () => `${encode(null)}.${claims()}.AAAA`],
    ['a token whose claims are not JSON', () => `${encode(HEADER)}.AAAA.AAAA`],
    ['a token whose claims are null', () => `${encode(HEADER)}.${encode(null)}.AAAA`],
    ['a token whose claims are an array', () => `${encode(HEADER)}.${encode([])}.AAAA`],
    ['8 kB of A in two segments', () => `${'A'.repeat(4000)}.${'A'.repeat(4000)}.AAAA`],
    ['8 kB of A in one segment', () => 'A'.repeat(8000)],
  ])('rejects %s', async (_name, token) => {
    expect(await readCode(token())).toBe('unauthenticated');
  });

  it.each<[string, () => TokenOptions]>([
    ['signed with another key', () => ({ key: otherKey() })],
    ['with an unknown key ID', () => ({ header: { kid: 'other' } })],
    ['without a key ID', () => ({ header: { kid: undefined } })],
    ['that has expired', () => ({ claims: { exp: now() - 10, iat: now() - 4000 } })],
    ['for another project', () => ({ claims: { aud: 'other-project' } })],
    ['from another issuer', () => ({ claims: { iss: 'https://evil.example/demo-outharbor' } })],
    ['with an empty subject', () => ({ claims: { sub: '' } })],
    ['from a sign-in in an hour', () => ({ claims: { auth_time: now() + 3600 } })],
    ['issued in an hour', () => ({ claims: { iat: now() + 3600, exp: now() + 7200 } })],
    ['whose user id is not its subject', () => ({ claims: { user_id: 'other' } })],
    ['with a numeric subject', () => ({ claims: { sub: 7 } })],
    ['for custom sign-ins', () => ({ claims: { aud: CUSTOM_TOKEN_AUDIENCE } })],
  ])('rejects a token %s', async (_name, options) => {
    expect(await readCode(world.issuer.issue('victim', options()))).toBe('unauthenticated');
  });

  it('does not count a malformed token as an outage or log its stack trace', async () => {
    const { lines, metrics } = world.api();
    const unnamed = `${encode({ kid: 'local-key' })}.${claims()}.AAAA`;
    for (const token of ['..', 'A'.repeat(8000), `${encode(HEADER)}.AAAA.AAAA`, unnamed]) {
      expect(await readCode(token)).toBe('unauthenticated');
    }
    expect(lines.filter((line) => line.includes('"stack"'))).toEqual([]);
    expect(await metrics.registry.metrics()).not.toMatch(/outcome="unavailable"|status="5/);
  });

  it.each<[string, boolean]>([
    ['a token it has never seen', false],
    ['a token it accepted a moment ago', true],
  ])('rejects %s once its user is disabled, signed out everywhere or deleted', async (_name, seen) => {
    const uid = `leaver-${seen}`;
    const token = world.issuer.issue(uid);
    const book = async () => {
      const { status, body } = await withToken(token, uid).book(FIRST.price);
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
    ['with an emoji across the length limit', `${'x'.repeat(199)}🚀`, 'x'.repeat(199)],
    ['with half a surrogate pair', 'Ada\ud83d', 'Ada'],
  ])('creates a checkout session for a user with a name %s', async (what, name, known) => {
    const uid = `named-${what.length}`;
    const token = world.issuer.issue(uid, { claims: { name } });
    expect((await withToken(token, uid).book(FIRST.price)).status).toBe(200);
    const { customers } = await world.stripe.state();
    const names = customers.flatMap((one) => (!one.deleted && one.metadata.uid === uid ? [one.name] : []));
    expect(names).toEqual([known]);
  });

  it('creates a checkout session for a user whose email address Stripe would reject', async () => {
    const token = world.issuer.issue('odd-address', { claims: { email: 'ada@localhost' } });
    expect((await withToken(token, 'odd-address').book(FIRST.price)).status).toBe(200);
  });

  it.each([
    ['', 'ada@localhost'],
    [' \n ', `${'x'.repeat(250)}@example.com`],
    [`${'x'.repeat(199)}🚀`, 'ada@example.com'],
    ['Ada\ud83d', 'ada @example.com'],
  ])('reads the same user from a token and from a lookup: %j, %j', async (displayName, email) => {
    const app = createFirebaseApp(world.config.firebase, world.issuer.agent);
    onTestFinished(() => deleteApp(app));
    const identity = createFirebaseIdentity(app, world.config.firebase, () => undefined, {
      error: () => {},
    });
    const claims = { name: displayName, email };
    const { signedInAt, signInAge, ...byToken } = await identity.verify(
      world.issuer.issue('twice', { claims }),
    );
    expect([signedInAt, signInAge]).toEqual([expect.any(Number), expect.closeTo(60, -1)]);
    world.issuer.users.set('twice', { displayName, email });
    expect((await identity.findAccounts(['twice'])).get('twice')).toEqual({
      ...byToken,
      emailVerified: false,
      disabled: false,
    });
  });

  it.each([
    ['ahead', 600],
    ['behind', -600],
  ])(
    'accepts the first sign-in and measures its age while its own clock is ten minutes %s, and says so',
    async (_what, by) => {
      const app = createFirebaseApp(world.config.firebase, world.issuer.agent);
      world.issuer.behindSeconds = by;
      const said: unknown[] = [];
      try {
        const identity = createFirebaseIdentity(app, world.config.firebase, () => undefined, {
          error: (line: unknown) => said.push(line),
        });
        const { signInAge } = await identity.verify(world.issuer.issue('late'));
        expect(signInAge).toBeLessThan(120);
        expect(said).toEqual([{ alert: 'clock_wrong', secondsAhead: expect.closeTo(by, -1) }]);
      } finally {
        world.issuer.behindSeconds = 0;
        await deleteApp(app);
      }
    },
  );

  it('rejects a uid that would be a database path, even in a correctly signed token', async () => {
    const token = world.issuer.issue('a/b');
    const answer = await withToken(token, 'a/b').book(FIRST.price);
    expect(answer.status).toBe(400);
    expect((await withToken(token, 'victim').book(FIRST.price)).body.error?.code).toBe('forbidden');
  });
});

function hmacToken(secret: string): string {
  const signed = `${encode({ alg: 'HS256', kid: 'local-key' })}.${encode(makeClaims(PROJECT, 'victim'))}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function changed(token: string, uid: string): string {
  const [header, , signature] = token.split('.');
  return `${header}.${encode(makeClaims(PROJECT, uid))}.${signature}`;
}
