import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

/** Measures every request by route pattern, and logs it; health checks are below their routes' log level. */
export function observeRequests(app: FastifyInstance, { requests }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    requests.observe({ method, route: request.routeOptions.url ?? 'unknown', status }, ms / 1000);
    request.log.info({ req: { method, url, ip }, status, ms: Math.round(ms) }, 'request answered');
    done();
  });
}
