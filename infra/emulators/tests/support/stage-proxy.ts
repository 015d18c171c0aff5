import { createServer } from 'node:http';
import { connect } from 'node:net';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';
import { startLocalServer } from './local-server.ts';

export interface StageProxy {
  /** host:port */
  readonly address: string;
  /** Requested host names that are not part of the live system. */
  readonly rejected: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Tunnels `hosts` to the stage's gateway, for browsers without host resolver rules. */
export async function startStageProxy(gatewayPort: number, hosts: readonly string[]): Promise<StageProxy> {
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
