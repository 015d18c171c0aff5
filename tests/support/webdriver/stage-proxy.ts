import { createServer } from 'node:http';
import { connect } from 'node:net';
import { startLocalServer } from '../local-server.ts';

export interface StageProxy {
  /** host:port */
  readonly address: string;
  /** The names that a browser wanted to reach and that the live system does not have. */
  readonly refused: ReadonlySet<string>;
  close(): Promise<void>;
}

/** For a browser that cannot be told where names lead: tunnels to each of `hosts` end at the stage's gateway. */
export async function startStageProxy(gatewayPort: number, hosts: readonly string[]): Promise<StageProxy> {
  const refused = new Set<string>();
  const server = createServer((asked, answer) => {
    refused.add(new URL(asked.url ?? '/', 'http://unknown').hostname);
    answer.writeHead(502).end();
  });
  server.on('connect', (asked, client) => {
    const [name = ''] = (asked.url ?? '').split(':');
    client.on('error', () => client.destroy());
    if (!hosts.includes(name)) {
      refused.add(name);
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const gateway = connect(gatewayPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(gateway).pipe(client);
    });
    gateway.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => gateway.destroy());
  });
  const { port, close } = await startLocalServer(server);
  return { address: `127.0.0.1:${port}`, refused, close };
}
