import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` on a separate port that no front door forwards to. */
export async function startMetricsServer(
  { registry }: Metrics,
  address: { readonly host: string; readonly port: number },
) {
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
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
