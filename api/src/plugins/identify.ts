import { API_PATHS } from '@outharbor/contract/paths';
import { planByPrice } from '@outharbor/contract/plans';
import {
  CALLS,
  type CallAnswer,
  type CallBody,
  type CallName,
  ErrorResponse,
} from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { IdentityGateway } from '../gateways/firebase/identity.ts';
import type { SignedIn } from '../gateways/identity.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/;

/**
 * Adds a call that signed-in people make for themselves: the token's uid must be the one in the body, which the schema
 * has validated. Revocation is checked by `readAccount`, in parallel with the ledger.
 */
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
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new AppError('unauthenticated');
    const user = await identity.verify(token);
    await request.countUser(user.uid);
    const { customerId, firebaseId } = request.body as Readonly<Record<string, unknown>>;
    if (user.uid !== (customerId ?? firebaseId)) throw new AppError('forbidden');
    return call(user, request.body as CallBody<Name>);
  });
}

export function requirePlan(price: number) {
  const plan = planByPrice(price);
  if (plan === undefined) throw new AppError('validation_failed');
  return plan.name;
}
