import type { FastifyRequest } from 'fastify';
import type { BaseContext } from '../base-context.ts';
import { AppError } from '../errors/app-error.ts';
import { type BillingState, deletionStarted } from '../gateways/billing-state.ts';
import type { IdentityGateway } from '../gateways/firebase/identity.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { type ResumeDeps, resumePlan } from '../subscriptions/resume-plan.ts';

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

export type AccountDeps = ResumeDeps & Pick<BaseContext, 'identity'>;

/**
 * Reads the user's billing state and checks in parallel that their sign-in is still valid. Resumes a plan that was paused
 * while the account was disabled.
 */
export async function readAccount(deps: AccountDeps, user: SignedIn): Promise<BillingState> {
  const [state] = await Promise.all([deps.ledger.read(user.uid), deps.identity.requireCurrent(user)]);
  if (deletionStarted(state))
    throw new AppError('unauthenticated', { cause: new Error('the account is being deleted') });
  return state.paused === undefined ? state : resumePlan(deps, user.uid, state);
}
