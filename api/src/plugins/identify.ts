import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { IdentityGateway, SignedIn } from '../gateways/identity-gateway.ts';

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
