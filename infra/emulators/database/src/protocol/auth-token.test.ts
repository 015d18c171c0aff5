import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TokenAuthority } from '../tokens/token-authority.ts';
import { readIdToken } from './auth-token.ts';

const token = (payload: unknown): string =>
  `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
const NOW = 1_000_000;

test('never expires a mock token of the SDK', () => {
  expect(readIdToken(token({ sub: 'ada', iat: 0, exp: 3600 }), 10 ** 13).expiresAt).toBeUndefined();
});

test.each([
  ['a token with a numeric user id', token({ sub: 1 })],
  ['an array instead of claims', token([])],
  ['an empty string', ''],
])('rejects %s', (_, text) => {
  expect(() => readIdToken(text, NOW)).toThrow(expect.objectContaining({ status: 'invalid_token' }));
});

describe('with a token authority', () => {
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

  test('accepts a token signed by it', () => {
    expect(readIdToken(signed(), NOW, authority).auth.uid).toBe('ada');
  });

  test.each([
    ['an unsigned token', `${signed({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
    [
      'a token signed with another key',
      signed({}, {}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    ],
    ['a token with an unknown key id', signed({}, { kid: 'other' })],
    ['a token without a key id', signed({}, { kid: undefined })],
    ['a token with another algorithm', signed({}, { alg: 'HS256' })],
    ['a token for another project', signed({ aud: 'other' })],
    ['a token from another issuer', signed({ iss: 'https://securetoken.google.com/other' })],
    ['a token without an expiration time', signed({ exp: undefined })],
    ['an expired token', signed({ exp: 999 }), 'expired_token'],
    ['a mock token of the SDK', signed({ iat: 0, exp: 999 }), 'expired_token'],
  ])('rejects %s', (_, text, status = 'invalid_token') => {
    expect(() => readIdToken(text, NOW, authority)).toThrow(expect.objectContaining({ status }));
  });
});
