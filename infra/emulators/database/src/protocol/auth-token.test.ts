import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TokenAuthority } from '../tokens/token-authority.ts';
import { readIdToken } from './auth-token.ts';

const token = (payload: unknown): string =>
  `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
const NOW = 1_000_000;

test('the auth variable has the user, the provider and all claims', () => {
  const claims = { sub: 'ada', iat: 900, exp: 1100, admin: true, firebase: { sign_in_provider: 'password' } };
  expect(readIdToken(token(claims), NOW)).toEqual({
    auth: { uid: 'ada', provider: 'password', token: claims },
    claims,
    expiresAt: 1_100_000,
  });
});

test('a mock token of the SDK does not expire', () => {
  expect(readIdToken(token({ sub: 'ada', iat: 0, exp: 3600 }), 10 ** 13).expiresAt).toBeUndefined();
});

test.each([
  ['expired', token({ sub: 'ada', iat: 1, exp: 2 }), 'expired_token'],
  ['without a user', token({ iat: 1, exp: 2000 }), 'invalid_token'],
  ['with a number for a user', token({ sub: 1 }), 'invalid_token'],
  ['of a list', token([]), 'invalid_token'],
  ['of nothing', '', 'invalid_token'],
  ['of noise', 'a.%%%.c', 'invalid_token'],
])('a token that is %s is refused', (_, text, status) => {
  expect(() => readIdToken(text, NOW)).toThrow(expect.objectContaining({ status }));
});

describe('with an authority', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const authority: TokenAuthority = {
    projectId: 'demo',
    publicKey: (keyId) => (keyId === 'known' ? publicKey : undefined),
  };
  const CLAIMS = { iss: 'https://securetoken.google.com/demo', aud: 'demo', sub: 'ada', iat: 900, exp: 1100 };

  function signed(claims: object = {}, header: object = {}, key = privateKey): string {
    const parts = [
      { alg: 'RS256', kid: 'known', ...header },
      { ...CLAIMS, ...claims },
    ];
    const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${input}.${sign('RSA-SHA256', Buffer.from(input), key).toString('base64url')}`;
  }

  test('its tokens are believed', () => {
    expect(readIdToken(signed(), NOW, authority).auth.uid).toBe('ada');
  });

  test.each<[string, string, string]>([
    ['unsigned', `${signed({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`, 'invalid_token'],
    [
      'signed by somebody else',
      signed({}, {}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
      'invalid_token',
    ],
    ['of an unknown key', signed({}, { kid: 'other' }), 'invalid_token'],
    ['of no key', signed({}, { kid: undefined }), 'invalid_token'],
    ['of another algorithm', signed({}, { alg: 'HS256' }), 'invalid_token'],
    ['for another project', signed({ aud: 'other' }), 'invalid_token'],
    ['of another issuer', signed({ iss: 'https://securetoken.google.com/other' }), 'invalid_token'],
    ['without an end', signed({ exp: undefined }), 'invalid_token'],
    ['expired', signed({ exp: 999 }), 'expired_token'],
    ['a mock of the SDK', signed({ iat: 0, exp: 999 }), 'expired_token'],
  ])('a token that is %s is refused', (_, text, status) => {
    expect(() => readIdToken(text, NOW, authority)).toThrow(expect.objectContaining({ status }));
  });
});
