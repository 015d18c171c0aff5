import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inBatches } from './in-batches.ts';

/** A request and its outcome. */
export interface Answer {
  readonly request: FastifyRequest;
  /** The client's address, captured because a closed connection no longer reports it. */
  readonly address: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Calls each observer shortly after each response is sent. */
export function observeAnswers(
  app: FastifyInstance,
  ...observers: readonly ((answer: Answer) => void)[]
): void {
  const observe = inBatches<Answer>((answer) => {
    for (const observer of observers) observer(answer);
  });
  app.addHook('onResponse', (request, reply, done) => {
    observe({ request, address: request.ip, status: reply.statusCode, milliseconds: reply.elapsedTime });
    done();
  });
}
