import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { listenLocally } from '../local-server.ts';

/** Forwards bytes until it is frozen. From then on connections stay open, but nothing arrives. */
export class FreezableProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(targetPort: number): Promise<FreezableProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new FreezableProxy(server);
    server.on('connection', (client) => {
      const target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
      for (const socket of [client, target]) {
        proxy.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
      }
      client.pipe(target).pipe(client);
    });
    await listenLocally(server);
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  freeze(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
