import { expect, test } from 'vitest';
import { keepSignInValid } from './official-emulator.ts';

test.each([
  ['a second that begins in between', '1999', '2', '1'],
  ['the same second', '1999', '1', '1'],
])('a registration’s sign-in is valid with %s', (_case, lastLoginAt, validSince, expected) => {
  const account = { email: 'ada@example.com', lastLoginAt, validSince };
  expect(keepSignInValid(account)).toEqual({ ...account, validSince: expected });
});

test('an account without a password has no such time', () => {
  expect(keepSignInValid({ lastLoginAt: '1999' })).toEqual({ lastLoginAt: '1999' });
});
