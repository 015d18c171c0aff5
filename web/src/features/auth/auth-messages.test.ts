import { expect, it } from 'vitest';
import { authMessage } from './auth-messages.ts';

const failure = (code: unknown) => Object.assign(new Error('from the provider'), { code });

it.each([
  ['at most 4096 characters]', 'Password may contain at most 4096 characters.'],
  [
    'at most 25 characters, Password must contain a numeric character]',
    'Password may contain at most 25 characters. Password must contain a numeric character.',
  ],
])('lists the password requirements that are not met: %s', (end, message) => {
  const rejection = failure('auth/password-does-not-meet-requirements');
  rejection.message = `Firebase: Missing password requirements: [Password may contain ${end} (auth/…).`;
  expect(authMessage(rejection)).toBe(message);
});

it('calls a password too weak if the provider does not list what is missing', () => {
  expect(authMessage(failure('auth/password-does-not-meet-requirements'))).toBe('The password is too weak.');
});

it.each([
  failure('auth/network-request-failed'),
  failure('constructor'),
  failure(7),
  new Error('no code'),
  'text',
  null,
])('maps any other error (%s) to the generic message', (error) =>
  expect(authMessage(error)).toBe('An unexpected error occurred. Please try again.'),
);
