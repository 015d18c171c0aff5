import { ApiError } from '../../lib/api-client.ts';
import { SignedOut } from './session.ts';

/** What the identity provider answers when it renews no token for this user any more. */
const REFUSALS: readonly unknown[] = [
  'auth/user-token-expired',
  'auth/invalid-user-token',
  'auth/user-disabled',
  'auth/user-not-found',
];

/** True where a call failed because its visitor has to log in again. */
export function isSessionOver(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'unauthenticated';
  return (
    error instanceof SignedOut || (error instanceof Error && 'code' in error && REFUSALS.includes(error.code))
  );
}
