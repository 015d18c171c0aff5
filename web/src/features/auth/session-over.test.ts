import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { SignedOut } from './session.ts';
import { isSessionOver } from './session-over.ts';

const refusal = (code: string) => Object.assign(new Error(code), { code });
const answer = (status: number, code: 'unauthenticated' | 'forbidden') =>
  new ApiError(status, { code, message: '', requestId: 'r' });

it.each([
  ['an API that does not know the token', answer(401, 'unauthenticated'), true],
  ['an API that refuses for another reason', answer(403, 'forbidden'), false],
  ['a proxy that answers by itself', new ApiError(401), false],
  ['nobody being signed in', new SignedOut(), true],
  ['a token that is not renewed', refusal('auth/user-token-expired'), true],
  ['a network that is down', refusal('auth/network-request-failed'), false],
  ['anything else', 'broken', false],
])('of %s', (_what, error, over) => {
  expect(isSessionOver(error)).toBe(over);
});
