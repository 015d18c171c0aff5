import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request as openRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { headersForUpstream } from './forwarded-headers.ts';

/** Passes one WebSocket handshake on and then joins the two sockets, byte for byte. */
export function tunnelWebSocket(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  { upstream }: { upstream: string },
): void {
  const requestId = randomUUID().replaceAll('-', '');
  const handshake = openRequest(new URL(request.url ?? '/', upstream), {
    headers: {
      ...headersForUpstream(request, { requestId, keepCredentials: false }),
      connection: 'Upgrade',
      upgrade: 'websocket',
    },
  });
  client.on('error', () => handshake.destroy());
  client.once('close', () => handshake.destroy());
  handshake.on('error', () => refuseUpgrade(client, 502, 'Bad Gateway'));
  handshake.on('response', (answer) => {
    answer.resume();
    refuseUpgrade(client, answer.statusCode ?? 502, answer.statusMessage ?? '');
  });
  handshake.on('upgrade', (answer, server: Duplex, serverHead) => {
    client.write(headOf(answer));
    if (serverHead.length > 0) client.write(serverHead);
    if (head.length > 0) server.write(head);
    join(client, server);
  });
  handshake.end();
}

export function refuseUpgrade(client: Duplex, status: number, reason: string): void {
  if (client.destroyed) return;
  client.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
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
