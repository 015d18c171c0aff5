import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { rejectClientError } from '@outharbor/api/plugins/client-errors';

export type EchoService = Awaited<ReturnType<typeof startEchoService>>;

/** A stand-in for every service, with the API's limits, that returns the request it received. */
export async function startEchoService() {
  const limits = { requestTimeout: 10_000, connectionsCheckingInterval: 1000 };
  const server = createServer(limits, async (request, response) => {
    const { method, url, headers } = request;
    // A front door that gives up on a body closes the connection.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body }));
  });
  server.on('clientError', rejectClientError);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
