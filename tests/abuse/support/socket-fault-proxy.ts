import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from '../../support/local-server.ts';

export type SocketMode = 'pass' | 'refuse' | 'stall';

/** Passes bytes on, refuses connections, or keeps them open and silent. */
export async function startSocketFaultProxy(targetPort: number) {
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let mode: SocketMode = 'pass';
  let accepted = 0;
  const server = createServer((client) => {
    accepted += 1;
    if (mode === 'refuse') {
      client.destroy();
      return;
    }
    const upstream = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        // Silent, not slow: what is sent meanwhile is lost with its connection.
        if (mode !== 'pass' || frozen.has(from)) return;
        const passed = from === upstream ? proxy.rewrite(bytes) : bytes;
        if (proxy.delayMs === 0) to.write(passed);
        else setTimeout(() => to.write(passed), proxy.delayMs);
      });
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
    }
  });
  const port = await listenLocally(server);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  const proxy = {
    port,
    cut,
    /** How long bytes take in each direction. */
    delayMs: 0,
    /** What the service sends may be changed on its way. */
    rewrite: (bytes: Buffer): Buffer => bytes,
    /** How many connections have come so far. */
    accepted: () => accepted,
    /** What is connected now stays so and is never heard of again, as when a route is lost; the next connections pass. */
    freeze() {
      for (const socket of sockets) frozen.add(socket);
    },
    set(next: SocketMode) {
      // Bytes were swallowed, so a stalled connection can never be made whole again.
      if (next === 'refuse' || mode === 'stall') cut();
      mode = next;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
