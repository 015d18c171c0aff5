import { ApiError } from '../../lib/api-client.ts';
import { SignedOut } from './session.ts';

/** Errors with which the identity provider rejects the renewal of a token. */
const REJECTIONS: readonly unknown[] = [
  'auth/user-token-expired',
  'auth/invalid-user-token',
  'auth/user-disabled',
  'auth/user-not-found',
];

/** True if a call failed because the user has to log in again. */
export function isSessionOver(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'unauthenticated';
  return (
    error instanceof SignedOut ||
    (error instanceof Error && 'code' in error && REJECTIONS.includes(error.code))
  );
}
