import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

/** The account and mode in which a request finds what its address names by an id or a secret. */
export type ContextOf = (request: FastifyRequest, id: string) => Context;
