import { planByPrice } from '@outharbor/contract/plans';
import { ErrorResponse } from '@outharbor/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
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

interface PersonRoute<Body extends TSchema> {
  readonly path: string;
  readonly tag: string;
  readonly body: Body;
  readonly response: TSchema;
  /** The field of the body with the uid. */
  readonly uid?: string;
}

/** A call that a signed-in person makes for themselves. */
export function addPersonRoute<Body extends TSchema>(
  app: FastifyInstance,
  identity: Pick<IdentityGateway, 'verify'>,
  { path, tag, body, response, uid = 'customerId' }: PersonRoute<Body>,
  call: (user: SignedIn, body: Static<Body>) => Promise<unknown>,
): void {
  const schema = {
    tags: [tag],
    security: [{ idToken: [] }],
    body,
    response: { 200: response, default: ErrorResponse },
  };
  app.post(path, { schema }, async (request) => {
    const claimed = (request.body as Readonly<Record<string, string>>)[uid] ?? '';
    return call(await identify(identity, request, claimed), request.body as Static<Body>);
  });
}

export function requirePlan(price: number) {
  const plan = planByPrice(price);
  if (plan === undefined) throw new AppError('validation_failed');
  return plan.name;
}
