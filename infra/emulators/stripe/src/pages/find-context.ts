import type { FastifyRequest } from 'fastify';
import type { Context } from '../kinds/context.ts';

/** Resolves the account and mode of the object named in the request's path. */
export type FindContext = (request: FastifyRequest, id: string) => Context;

/** A request for the page of the object that its path names. */
export interface PageRequest {
  Params: { readonly id: string };
  Querystring: Readonly<Record<string, unknown>>;
  Body: string | undefined;
}
