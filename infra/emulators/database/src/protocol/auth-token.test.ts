import { expect, test } from 'vitest';
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
