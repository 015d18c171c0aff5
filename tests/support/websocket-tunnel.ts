import { type IncomingMessage, request as openRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';

/** Forwards a WebSocket handshake to `upstream` and then connects the two sockets byte for byte. */
export function tunnelWebSocket(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  upstream: string,
): void {
  const handshake = openRequest(new URL(request.url ?? '/', upstream), { headers: request.headers });
  const end = () => {
    handshake.destroy();
    client.destroy();
  };
  client.once('error', end).once('close', end);
  handshake.once('error', end).once('response', end);
  handshake.once('upgrade', (answer, server: Duplex, serverHead) => {
    client.write(formatHead(answer));
    client.write(serverHead);
    server.write(head);
    joinDelayed(client, server, 0);
  });
  handshake.end();
}

function formatHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
