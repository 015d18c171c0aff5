import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of the loopback address and resolves to it. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
