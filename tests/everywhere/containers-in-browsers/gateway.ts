import { type IncomingMessage, request as openRequest } from 'node:http';
import { createServer } from 'node:https';
import { type LocalServer, startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import type { Certificate } from './certificate.ts';

/** Terminates TLS and forwards each request with additional headers. */
export function startGateway(
  { key, cert }: Certificate,
  upstream: string,
  headersFor: (request: IncomingMessage) => Readonly<Record<string, string>>,
): Promise<LocalServer> {
  const server = createServer({ key, cert }, (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const headers = { ...request.headers, ...headersFor(request) };
    const outgoing = openRequest(new URL(url, upstream), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    request.pipe(outgoing);
  });
  return startLocalServer(server);
}
