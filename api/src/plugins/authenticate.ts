import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Identity, IdentityGateway } from '../gateways/identity-gateway.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/;

/** The signed-in user of a request, who must also be the one that the request speaks of; its schema has checked that uid. */
export async function authenticate(
  identity: IdentityGateway,
  request: Pick<FastifyRequest, 'headers'>,
  claimedUid: string,
): Promise<Identity> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthenticated');
  const user = await identity.verify(token);
  if (user.uid !== claimedUid) throw new AppError('forbidden');
  return user;
}
