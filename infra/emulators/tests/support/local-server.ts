import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { closeOf } from '@outharbor/emulator-kit/listening';

/** Listens on a free loopback port and resolves with it. */
export async function listenLocally(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>;

/** Starts an HTTP server on a free loopback port. */
export async function startLocalServer(server: HttpServer) {
  const close = closeOf(server);
  const port = await listenLocally(server);
  /** `close` also closes all connections. */
  return { port, url: `http://127.0.0.1:${port}`, close };
}
