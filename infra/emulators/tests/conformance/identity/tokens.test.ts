import { X509Certificate } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  adminPath,
  claimsIn,
  newEmail,
  OWNER,
  startIdentityWorld,
} from '../../support/identity/identity-world.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

interface Session {
  readonly localId: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

const world = suiteFixture(startIdentityWorld);

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function signUp(): Promise<Session> {
  const { body } = await world.web('signUp', { email: newEmail(), password: 'correct horse' });
  return body as unknown as Session;
}

const lookUp = async (idToken: string) => {
  const { status, body } = await world.web('lookup', { idToken });
  return body.error?.message ?? status;
};

describe('an ID token', () => {
  it.each<[string, (token: string) => string]>([
    ['is unsigned', (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`],
    ['has lost its signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
    [
      'names another algorithm',
      (token) => [encode({ alg: 'HS256', kid: 'x' }), ...token.split('.').slice(1)].join('.'),
    ],
    ['was changed', (token) => withClaims(token, { sub: 'somebody-else', user_id: 'somebody-else' })],
    ['is malformed', () => 'not a token'],
  ])('is rejected if it %s', async (_name, forge) => {
    const { idToken } = await signUp();
    expect(await lookUp(idToken)).toBe(200);
    expect(await lookUp(forge(idToken))).toBe('INVALID_ID_TOKEN');
  });

  it('is rejected by every other project', async () => {
    const foreign = await startIdentityWorld({ projectId: 'demo-other' });
    onTestFinished(() => foreign.close());
    const { body } = await foreign.web('signUp', {});
    expect(await lookUp(String(body.idToken))).toBe('INVALID_ID_TOKEN');
  });

  it('expires after an hour, and its refresh token returns another with the same time of sign-in', async () => {
    const { idToken, refreshToken, localId } = await signUp();
    await world.emulator.advanceTime(3_600_001);
    expect(await lookUp(idToken)).toBe('TOKEN_EXPIRED');
    const { body } = await world.refresh(refreshToken);
    expect(body.user_id).toBe(localId);
    expect(await lookUp(String(body.id_token))).toBe(200);
    expect(claimsIn(String(body.id_token)).auth_time).toBe(claimsIn(idToken).auth_time);
  });
});

it.each<[string, (token: string) => string]>([
  [
    'modified',
    (token) => `${encode({ uid: 'somebody-else', provider: 'password', authTime: 9e9 })}${token.slice(-44)}`,
  ],
  ['made up', () => 'AMf-vBx'],
  ['without content', () => '_'.repeat(44)],
])('rejects a refresh token that is %s', async (_name, forge) => {
  const { refreshToken } = await signUp();
  const { body } = await world.refresh(forge(refreshToken));
  expect(body.error?.message).toBe('INVALID_REFRESH_TOKEN');
});

describe('the set of signing keys', () => {
  const keyPath = '/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com';
  const jwkPath = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

  it('is published as cacheable certificates and as a key set', async () => {
    const answer = await fetch(`${world.emulator.url}${keyPath}`);
    expect(answer.headers.get('cache-control')).toMatch(/max-age=\d+/);
    const certificates = Object.entries((await answer.json()) as Record<string, string>);
    const { keys } = (await (await fetch(`${world.emulator.url}${jwkPath}`)).json()) as {
      keys: { kid: string; n: string }[];
    };
    const published = certificates.map(([kid, pem]) => {
      const certificate = new X509Certificate(pem);
      expect(certificate.verify(certificate.publicKey)).toBe(true);
      return { kid, n: certificate.publicKey.export({ format: 'jwk' }).n };
    });
    expect(published).toEqual(keys.map(({ kid, n }) => ({ kid, n })));
  });
});

describe('access control', () => {
  it('accepts the owner, and rejects administrators with a missing or made-up access token', async () => {
    const list = (headers: Record<string, string>) =>
      fetch(`${world.emulator.url}${adminPath('/accounts:batchGet')}`, { headers });
    expect((await list(OWNER)).status).toBe(200);
    expect((await list({})).status).toBe(401);
    expect((await list({ authorization: 'Bearer ya29.made-up' })).status).toBe(401);
  });

  it.each([
    ['a web page as owner', { ...OWNER, origin: 'https://elsewhere.example' }, 401],
    ['a public request as owner', { ...OWNER, 'x-emulator-public': '1' }, 403],
    ['a public request without a credential', { 'x-forwarded-for': '192.0.2.1' }, 403],
  ])('rejects %s', async (_name, headers, status) => {
    const answer = await world.call(adminPath('/accounts:delete'), { localId: 'x' }, headers);
    expect(answer.status).toBe(status);
  });

  it('rejects a request without an API key', async () => {
    const answer = await world.call('/identitytoolkit.googleapis.com/v1/accounts:signUp', {});
    expect(answer.status).toBe(403);
  });

  it.each([
    '/emulator/v1/projects/demo-identity/oobCodes',
    '/emulator/action?mode=verifyEmail',
    '/_emulator/state',
  ])('denies the public access to %s', async (path) => {
    const answer = await fetch(`${world.emulator.url}${path}`, { headers: { 'x-emulator-public': '1' } });
    expect(answer.status).toBe(403);
  });
});

function withClaims(token: string, changes: object): string {
  const [header, , signature] = token.split('.');
  return `${header}.${encode({ ...claimsIn(token), ...changes })}.${signature}`;
}
