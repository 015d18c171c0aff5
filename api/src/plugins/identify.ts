import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { IdentityGateway, SignedIn } from '../gateways/identity-gateway.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/;

/**
 * The user whom a request's token speaks for, who must also be the one that the request speaks of; its schema has
 * checked that uid. Whether the sign-in was revoked meanwhile is asked of Firebase by `readAccount`, beside the ledger.
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
