import type { FastifyRequest } from 'fastify';
import type { BaseContext } from '../base-context.ts';
import { AppError } from '../errors/app-error.ts';
import { type BillingState, deletionStarted } from '../gateways/billing-state.ts';
import type { IdentityGateway } from '../gateways/firebase/identity.ts';
import type { SignedIn } from '../gateways/identity.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/;

/**
 * Returns the user of the request's token, which must match the uid in the request body (already validated by
 * the schema). Revocation is checked by `readAccount`, in parallel with the ledger.
 */
export async function identify(
  identity: Pick<IdentityGateway, 'verify'>,
  request: Pick<FastifyRequest, 'headers' | 'countUser'>,
  claimedUid: string,
): Promise<SignedIn> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthenticated');
  const user = await identity.verify(token);
  await request.countUser(user.uid);
  if (user.uid !== claimedUid) throw new AppError('forbidden');
  return user;
}

/** Reads the user's billing state and checks in parallel that their sign-in is still valid. */
export async function readAccount(
  { identity, ledger }: Pick<BaseContext, 'identity' | 'ledger'>,
  user: SignedIn,
): Promise<BillingState> {
  const [state] = await Promise.all([ledger.read(user.uid), identity.requireCurrent(user)]);
  if (deletionStarted(state))
    throw new AppError('unauthenticated', { cause: new Error('the account is being deleted') });
  return state;
}
