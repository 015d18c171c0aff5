import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { forward } from '@outharbor/rehearsal/gateway';
import { type LocalServer, startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import type { Certificate } from './certificate.ts';

/** Terminates TLS and forwards each request with additional headers. */
export function startGateway(
  { key, cert }: Certificate,
  upstream: string,
  headersFor: (request: IncomingMessage) => Readonly<Record<string, string>>,
): Promise<LocalServer> {
  const server = createServer({ key, cert }, (request, response) =>
    forward(new URL(request.url ?? '/', upstream), request, response, headersFor(request)),
  );
  return startLocalServer(server);
}
