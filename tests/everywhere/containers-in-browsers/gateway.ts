import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { ServerCertificate } from '@outharbor/emulator-kit/authority';
import { forward } from '@outharbor/rehearsal/gateway';
import { type LocalServer, startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';

/** Terminates TLS and forwards each request with additional headers. */
export function startGateway(
  certificate: ServerCertificate,
  upstream: string,
  headersFor: (request: IncomingMessage) => Readonly<Record<string, string>>,
): Promise<LocalServer> {
  const server = createServer(certificate, (request, response) =>
    forward(new URL(request.url ?? '/', upstream), request, response, headersFor(request)),
  );
  return startLocalServer(server);
}
