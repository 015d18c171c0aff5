import { createServer } from 'node:http';
import { connect } from 'node:net';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';
import { startLocalServer } from './local-server.ts';

/** Tunnels `hosts` to the stage's gateway, for clients without host resolver rules. `rejected` has all other hosts. */
export async function startStageProxy(gatewayPort: number, hosts: readonly string[]) {
  const rejected = new Set<string>();
  const server = createServer((request, response) => {
    rejected.add(new URL(request.url ?? '/', 'http://unknown').hostname);
    response.writeHead(502).end();
  });
  server.on('connect', (request, client) => {
    const [name = ''] = (request.url ?? '').split(':');
    if (!hosts.includes(name)) {
      rejected.add(name);
      client.on('error', () => client.destroy()).end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const gateway = connect(gatewayPort, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    joinDelayed(client, gateway, 0);
  });
  const { port, close } = await startLocalServer(server);
  return { address: `127.0.0.1:${port}`, rejected, close };
}
