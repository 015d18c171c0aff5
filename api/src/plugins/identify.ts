import { API_PATHS } from '@outharbor/contract/paths';
import { planByPrice } from '@outharbor/contract/plans';
import {
  CALLS,
  type CallAnswer,
  type CallBody,
  type CallName,
  ErrorResponse,
} from '@outharbor/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { IdentityGateway } from '../gateways/firebase/identity.ts';
import type { SignedIn } from '../gateways/identity.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/;

/**
 * Returns the user of the request's token, which must match the uid in the request body (already validated by
 * the schema). Revocation is checked by `readAccount`, in parallel with the ledger.
 */
async function identify(
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

/** Adds a call that a signed-in person makes for themselves. */
export function addCall<Name extends CallName>(
  app: FastifyInstance,
  { identity }: { readonly identity: Pick<IdentityGateway, 'verify'> },
  [name, tag]: readonly [name: Name, tag: string],
  call: (user: SignedIn, body: CallBody<Name>) => Promise<CallAnswer<Name>>,
): void {
  const { body, response } = CALLS[name];
  const schema = {
    tags: [tag],
    security: [{ idToken: [] }],
    body,
    response: { 200: response, default: ErrorResponse },
  };
  app.post(API_PATHS[name], { schema }, async (request) => {
    const { customerId, firebaseId } = request.body as Readonly<Record<string, unknown>>;
    const user = await identify(identity, request, String(customerId ?? firebaseId));
    return call(user, request.body as CallBody<Name>);
  });
}

export function requirePlan(price: number) {
  const plan = planByPrice(price);
  if (plan === undefined) throw new AppError('validation_failed');
  return plan.name;
}
