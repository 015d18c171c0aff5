import type { SignOutEverywhereResponse } from '@outharbor/contract/schemas';
import type { SignedIn } from '../gateways/identity.ts';
import { type AccountDeps, readAccount } from './read-account.ts';

/** Revokes all sign-ins and notifies open pages. */
export async function signOutEverywhere(
  deps: AccountDeps,
  user: SignedIn,
): Promise<SignOutEverywhereResponse> {
  await readAccount(deps, user);
  await deps.identity.endSessions(user.uid);
  await deps.ledger.announceSignOut(user.uid, Math.floor(Date.now() / 1000));
  return { signedOut: true };
}
