import { expect, it } from 'vitest';
import { toProfile } from './user-record.ts';

const user = { uid: 'u1', email: 'ada@example.com', displayName: 'Ada L' };

it('uses the display name as the user name', () => {
  expect(toProfile(user)).toEqual({ uid: 'u1', email: 'ada@example.com', userName: 'Ada L' });
});

it('truncates a display name that is too long for the record', () => {
  expect(toProfile({ ...user, displayName: `${'x'.repeat(199)}🚀` }).userName).toBe('x'.repeat(199));
});

it.each([null, '', ' '])('uses the local part of the e-mail if the display name is %j', (displayName) => {
  expect(toProfile({ ...user, displayName }).userName).toBe('ada');
});

it('falls back to the uid without an e-mail', () => {
  expect(toProfile({ uid: 'u1', email: null, displayName: null })).toEqual({
    uid: 'u1',
    email: '',
    userName: 'u1',
  });
});
