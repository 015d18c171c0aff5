import { expect, it } from 'vitest';
import { ACCOUNT_ACTION } from '../../content/mailed-links.ts';
import { linkRejection, mailedLink } from './mailed-links.ts';

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
  ['auth/expired-action-code', ACCOUNT_ACTION.expired],
  ['auth/invalid-action-code', ACCOUNT_ACTION.used],
  ['auth/user-disabled', ACCOUNT_ACTION.rejected],
  ['auth/network-request-failed', undefined],
])('maps %s to the reason “%s”', (code, text) => {
  expect(linkRejection(Object.assign(new Error(code), { code }))).toBe(text);
});
