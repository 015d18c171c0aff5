import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from '../../../infra/emulators/tests/support/local-server.ts';

export type SocketMode = 'pass' | 'reject' | 'stall';

/** Starts a TCP proxy that forwards bytes, rejects connections, or keeps them open without forwarding. */
export async function startSocketFaultProxy(targetPort: number) {
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let mode: SocketMode = 'pass';
  let accepted = 0;
  const relay = (from: Socket, to: Socket, rewrite: (bytes: Buffer) => Buffer) => {
    sockets.add(from);
    from.on('data', (bytes) => {
      // Bytes sent while stalled are dropped, not delayed.
      if (mode !== 'pass' || frozen.has(from)) return;
      const passed = rewrite(bytes);
      if (proxy.delayMs === 0) to.write(passed);
      else setTimeout(() => to.write(passed), proxy.delayMs);
    });
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('error', () => to.destroy());
  };
  const server = createServer((client) => {
    accepted += 1;
    if (mode === 'reject') {
      client.destroy();
      return;
    }
    const upstream = connect(targetPort, '127.0.0.1');
    relay(client, upstream, (bytes) => bytes);
    relay(upstream, client, (bytes) => proxy.rewrite(bytes));
  });
  const port = await listenLocally(server);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  const proxy = {
    port,
    cut,
    /** Latency in each direction. */
    delayMs: 0,
    /** Rewrites bytes sent by the service. */
    rewrite: (bytes: Buffer): Buffer => bytes,
    /** Number of connections accepted so far. */
    accepted: () => accepted,
    /** Silences the current connections without closing them, as a lost route does. New connections pass. */
    freeze() {
      for (const socket of sockets) frozen.add(socket);
    },
    set(next: SocketMode) {
      // A stalled connection has lost bytes and cannot be resumed.
      if (next === 'reject' || mode === 'stall') cut();
      mode = next;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
