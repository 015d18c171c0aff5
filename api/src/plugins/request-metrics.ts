import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

/** Measures every answer under its route's pattern, so that no address makes a series of its own. */
export function addRequestMetrics(app: FastifyInstance, metrics: Metrics): void {
  const series = new Map<string, ReturnType<Metrics['requests']['labels']>>();

  const seriesOf = (method: string, route: string, status: number) => {
    const key = `${method} ${route} ${status}`;
    const known = series.get(key);
    if (known !== undefined) return known;
    const added = metrics.requests.labels({ method, route, status });
    series.set(key, added);
    return added;
  };

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    seriesOf(request.method, route, reply.statusCode).observe(reply.elapsedTime / 1000);
    done();
  });
}
