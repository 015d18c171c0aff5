import { connect, createServer, type Server, type Socket } from 'node:net';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';
import { type Address, listenOn } from '@outharbor/emulator-kit/listening';

export interface DelayedListener {
  readonly address: Address;
  close(): Promise<void>;
}

/** Starts listening, and delays all traffic by `latencyMs` in each direction through a proxy. */
export async function listenDelayed(
  behind: Server,
  { port, host, latencyMs: ms }: { readonly port: number; readonly host: string; readonly latencyMs: number },
): Promise<DelayedListener> {
  if (ms === 0) return { address: await listenOn(behind, port, host), close: async () => undefined };
  const target = await listenOn(behind, 0, '127.0.0.1');
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    const service = connect(target.port, target.host);
    joinDelayed(client.setNoDelay(true), service.setNoDelay(true), ms);
  });
  const address = await listenOn(server, port, host);
  return {
    address,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}
