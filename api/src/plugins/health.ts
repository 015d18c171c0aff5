import { API_PATHS } from '@outharbor/contract/paths';
import { HealthResponse, ReadinessResponse, UnreadyResponse } from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { Gateways } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import { errorBody } from './error-handler.ts';
import { createReadiness } from './readiness.ts';

/**
 * Live: the process responds, which is what orchestrators check. Ready: Stripe and the database respond too,
 * for people and monitors. Firebase Auth is not checked, because every user call contacts it anyway.
 */
export function addHealth(app: FastifyInstance, gateways: Gateways): void {
  const readiness = createReadiness(
    {
      stripe: () => gateways.payments.ping(),
      database: () => gateways.ledger.ping(),
    },
    (dependency, err) => {
      if (err === undefined) app.log.info({ dependency }, 'a dependency is up again');
      else app.log.warn({ dependency, err }, 'not ready: a dependency is down');
    },
  );
  const unlogged = { config: { rateLimit: false }, logLevel: 'warn' } as const;

  app.get(
    API_PATHS.live,
    { ...unlogged, schema: { tags: ['health'], response: { 200: HealthResponse } } },
    async () => ({ status: 'live' as const }),
  );

  app.get(
    API_PATHS.ready,
    { ...unlogged, schema: { tags: ['health'], response: { 200: ReadinessResponse, 503: UnreadyResponse } } },
    async (request, reply) => {
      const dependencies = await readiness();
      if (Object.values(dependencies).every((state) => state === 'up')) {
        return { status: 'ready' as const, dependencies };
      }
      const error = new AppError('dependency_unavailable');
      return reply
        .status(503)
        .header('retry-after', error.retryAfter)
        .send({ ...errorBody(error, request.id), dependencies });
    },
  );
}
