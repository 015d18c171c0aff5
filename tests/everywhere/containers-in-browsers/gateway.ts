import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { type LocalServer, startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import { forward } from './balancer.ts';
import type { Certificate } from './certificate.ts';

/** Terminates TLS and forwards each request with additional headers. */
export function startGateway(
  { key, cert }: Certificate,
  upstream: string,
  headersFor: (request: IncomingMessage) => Readonly<Record<string, string>>,
): Promise<LocalServer> {
  const server = createServer({ key, cert }, (request, response) =>
    forward(upstream, request, response, headersFor(request)),
  );
  return startLocalServer(server);
}
