import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inBatches } from './in-batches.ts';

/** A request and how it was answered. */
export interface Answer {
  readonly request: FastifyRequest;
  /** Of the client; kept because a connection that has since been closed no longer tells it. */
  readonly address: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Calls each observer with each answer, soon after it is sent. */
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
