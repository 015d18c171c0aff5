import { connect, isIPv6, type Socket } from 'node:net';
import { createHttpServer, listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { serviceNamed } from './real-names.ts';
import { join, type OpenPort } from './tls-port.ts';

/** An HTTP proxy (CONNECT) that leads the real names to the `names` port, and nothing anywhere else. */
export async function startNamesProxy(options: {
  readonly host: string;
  readonly port: number;
  readonly names: Pick<OpenPort, 'host' | 'port'>;
}): Promise<OpenPort> {
  const tunnels = new Set<Socket>();
  const server = createHttpServer((request, response) => {
    response.writeHead(502).end(`The emulators serve HTTPS only, and not ${request.url}\n`);
  });
  server.on('connect', (request, client: Socket) => {
    client.on('error', () => client.destroy());
    const [name = ''] = (request.url ?? '').split(':');
    if (serviceNamed(name) === undefined) {
      client.end(`HTTP/1.1 502 Bad Gateway\r\n\r\nThe emulators do not answer for ${name}\n`);
      return;
    }
    tunnels.add(client);
    client.once('close', () => tunnels.delete(client));
    const service = connect(options.names.port, options.names.host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      join(client, service);
    });
    service.on('error', () => client.destroy());
  });
  const { host, port } = await listenOn(server, options.port, options.host);
  return {
    host: isIPv6(host) ? `[${host}]` : host,
    port,
    close: async () => {
      for (const client of tunnels) client.destroy();
      await stopListening(server);
    },
  };
}
