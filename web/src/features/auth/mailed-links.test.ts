import { expect, it } from 'vitest';
import { linkRefusal, mailedLink } from './mailed-links.ts';

it.each(['resetPassword', 'verifyEmail', 'verifyAndChangeEmail', 'recoverEmail'])(
  'parses a link with mode %s',
  (mode) => {
    expect(mailedLink(`?mode=${mode}&oobCode=abc&apiKey=k&lang=en`)).toEqual({ mode, code: 'abc' });
  },
);

it.each([
  '',
  '?mode=resetPassword',
  '?oobCode=abc',
  '?mode=toString&oobCode=abc',
  '?mode=signIn&oobCode=abc',
])('returns undefined for the query %j', (search) => {
  expect(mailedLink(search)).toBeUndefined();
});

it.each([
  ['auth/expired-action-code', 'This link has expired.'],
  ['auth/invalid-action-code', 'This link has already been used or is incomplete.'],
  ['auth/user-disabled', 'This account can no longer be used.'],
  ['auth/network-request-failed', undefined],
])('maps %s to the reason “%s”', (code, text) => {
  expect(linkRefusal(Object.assign(new Error(code), { code }))).toBe(text);
});
