import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, isIPv6, type Server as NetServer, type Socket } from 'node:net';

// `import 'node:http'` evaluates every export, and one getter loads all of undici.
const http = process.getBuiltinModule('node:http');

export interface Address {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

/** Longer than clients keep a connection. With Node's 5 s, a busy client sends on one that is just being closed. */
const KEEP_ALIVE_MS = 72_000;

export function createHttpServer(handle: RequestListener): Server {
  return http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handle);
}

export async function listenOn(server: NetServer, port: number, host: string): Promise<Address> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return readAddress(server, host);
}

/** The address at which this machine can reach a listening server. */
export function readAddress(server: NetServer, host: string): Address {
  const { port } = server.address() as AddressInfo;
  const reachableHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    url: `http://${isIPv6(reachableHost) ? `[${reachableHost}]` : reachableHost}:${port}`,
    host: reachableHost,
    port,
  };
}

/** What closes the server with every connection that it accepts from now on, even one that became a tunnel. */
export function closeOf(server: NetServer): () => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
}

export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
