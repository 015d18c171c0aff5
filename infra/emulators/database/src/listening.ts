import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';

// An import of node:http asks for all that it exports, and one of its getters loads the whole of undici.
const http = process.getBuiltinModule('node:http');

export interface Address {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

export function createHttpServer(handle: RequestListener): Server {
  return http.createServer(handle);
}

export async function listenOn(server: NetServer, port: number, host: string): Promise<Address> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return { url: `http://${host}:${actual}`, host, port: actual };
}

export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
