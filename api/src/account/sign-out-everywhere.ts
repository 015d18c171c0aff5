import type { SignOutEverywhereResponse } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import type { SignedIn } from '../gateways/identity-gateway.ts';
import { readAccount } from '../subscriptions/read-account.ts';

type Deps = Pick<Context, 'ledger' | 'identity'>;

/** Ends every sign-in, and tells the pages that are open. */
export async function signOutEverywhere(deps: Deps, user: SignedIn): Promise<SignOutEverywhereResponse> {
  await readAccount(deps, user);
  await deps.identity.endSessions(user.uid);
  await deps.ledger.announceSignOut(user.uid, Math.floor(Date.now() / 1000));
  return { signedOut: true };
}
