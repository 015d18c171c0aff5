import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` on a port of its own, which no front door forwards to. */
export async function startMetricsServer(
  { registry }: Metrics,
  address: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(address.port, address.host, resolve);
  await promise;
  return server;
}
