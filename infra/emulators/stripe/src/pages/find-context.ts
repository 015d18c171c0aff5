import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

/** Resolves the account and mode of the object named in the request's path. */
export type FindContext = (request: FastifyRequest, id: string) => Context;
