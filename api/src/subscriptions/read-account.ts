import type { BaseContext } from '../base-context.ts';
import { AppError } from '../errors/app-error.ts';
import { type BillingState, isGone } from '../gateways/billing-ledger.ts';
import type { SignedIn } from '../gateways/identity-gateway.ts';

/** Reads the user's billing state and checks in parallel that their sign-in is still valid. */
export async function readAccount(
  { identity, ledger }: Pick<BaseContext, 'identity' | 'ledger'>,
  user: SignedIn,
): Promise<BillingState> {
  const [state] = await Promise.all([ledger.read(user.uid), identity.requireCurrent(user)]);
  if (isGone(state))
    throw new AppError('unauthenticated', { cause: new Error('the account is being deleted') });
  return state;
}
