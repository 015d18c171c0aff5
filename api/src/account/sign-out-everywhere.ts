import type { SignOutEverywhereResponse } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { readAccount } from '../plugins/identify.ts';

type Deps = Pick<Context, 'ledger' | 'identity'>;

/** Revokes all sign-ins and notifies open pages. */
export async function signOutEverywhere(deps: Deps, user: SignedIn): Promise<SignOutEverywhereResponse> {
  await readAccount(deps, user);
  await deps.identity.endSessions(user.uid);
  await deps.ledger.announceSignOut(user.uid, Math.floor(Date.now() / 1000));
  return { signedOut: true };
}
