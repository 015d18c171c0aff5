import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
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
    join(client, connect(target.port, target.host), ms);
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

function join(client: Socket, service: Socket, ms: number): void {
  client.setNoDelay(true).on('error', () => client.destroy());
  service.setNoDelay(true).on('error', () => service.destroy());
  client.once('close', () => service.destroy());
  // A connection that was ended is ended here too, once its data has arrived.
  service.once('close', () => {
    if (!service.readableEnded) setTimeout(() => client.destroy(), 2 * ms).unref();
  });
  client.pipe(delayed(ms)).pipe(service);
  service.pipe(delayed(ms)).pipe(client);
}

function delayed(ms: number): Transform {
  return new Transform({
    transform(chunk, _encoding, callback) {
      setTimeout(() => this.push(chunk), ms);
      callback();
    },
    flush: (callback) => void setTimeout(callback, ms),
  });
}
