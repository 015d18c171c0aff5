import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { SignedOut } from './session.ts';
import { isSessionOver } from './session-over.ts';

const rejection = (code: string) => Object.assign(new Error(code), { code });
const answer = (status: number, code: 'unauthenticated' | 'forbidden') =>
  new ApiError(status, { code, message: '', requestId: 'r' });

it.each([
  ['a token that the API rejects', answer(401, 'unauthenticated'), true],
  ['another API error', answer(403, 'forbidden'), false],
  ['a 401 from a proxy', new ApiError(401), false],
  ['a missing user', new SignedOut(), true],
  ['an expired refresh token', rejection('auth/user-token-expired'), true],
  ['a network failure', rejection('auth/network-request-failed'), false],
  ['anything else', 'broken', false],
])('decides whether %s ends the session', (_case, error, expected) => {
  expect(isSessionOver(error)).toBe(expected);
});
