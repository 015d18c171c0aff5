import { type IncomingMessage, request as openRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerHeaders } from './answer-headers.ts';
import { headersForUpstream } from './forwarded-headers.ts';
import { lastResponseOn, refuseOnSocket } from './refuse.ts';

export interface TunnelOptions {
  readonly upstream: string;
  readonly requestId: string;
}

/** Forwards a WebSocket handshake and then connects the two sockets byte for byte. */
export function tunnelWebSocket(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  { upstream, requestId }: TunnelOptions,
): void {
  const handshake = openRequest(new URL(request.url ?? '/', upstream), {
    headers: {
      ...headersForUpstream(request, { requestId, keepCredentials: false }),
      connection: 'Upgrade',
      upgrade: 'websocket',
    },
  });
  client.on('error', () => handshake.destroy());
  client.once('close', () => handshake.destroy());
  handshake.on('error', () => {
    if (!client.destroyed) refuseOnSocket(client, 503, { target: request.url ?? '/', requestId });
  });
  handshake.on('response', (answer) => {
    const { statusCode = 502, headers } = answer;
    const response = lastResponseOn(client).writeHead(
      statusCode,
      answerHeaders({ statusCode, headers }, requestId),
    );
    answer.on('error', () => client.destroy()).pipe(response);
  });
  handshake.on('upgrade', (answer, server: Duplex, serverHead) => {
    client.write(headOf(answer));
    if (serverHead.length > 0) client.write(serverHead);
    if (head.length > 0) server.write(head);
    join(client, server);
  });
  handshake.end();
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
