import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { startLocalServer } from '../../infra/emulators/tests/support/local-server.ts';

export type StallingServer = Awaited<ReturnType<typeof startStallingServer>>;

/** Proxies `origin`, but sends pages only up to `mark` until released. */
export async function startStallingServer(origin: string, mark: string) {
  const released = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${origin}${request.url}`, { method: request.method ?? 'GET' });
    const body = Buffer.from(await answer.arrayBuffer());
    for (const name of ['content-type', 'content-security-policy']) {
      response.setHeader(name, answer.headers.get(name) ?? '');
    }
    response.statusCode = answer.status;
    const cut = body.indexOf(mark);
    if (cut === -1) return response.end(body);
    response.write(body.subarray(0, cut + mark.length));
    await released.promise;
    return response.end(body.subarray(cut + mark.length));
  });
  server.on('upgrade', (request, socket) => tunnel(request, socket, new URL(origin)));
  const { url, close } = await startLocalServer(server);
  return {
    url,
    /** Sends the rest of every page. */
    release: () => released.resolve(),
    close,
  };
}

/** Tunnels a WebSocket; when one side ends, so does the other. */
function tunnel({ url, rawHeaders }: IncomingMessage, socket: Duplex, { hostname, port }: URL): void {
  const upstream = connect(Number(port), hostname);
  const headers = rawHeaders.map((part, index) => `${part}${index % 2 === 0 ? ': ' : '\r\n'}`).join('');
  upstream.write(`GET ${url} HTTP/1.1\r\n${headers}\r\n`);
  socket.pipe(upstream).pipe(socket);
  for (const [end, other] of [[socket, upstream] as const, [upstream, socket] as const]) {
    end.on('error', () => other.destroy());
  }
}
