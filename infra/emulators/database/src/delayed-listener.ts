import { connect, createServer, type Server } from 'node:net';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';
import { closeOf, listenOn } from '@outharbor/emulator-kit/listening';

export type DelayedListener = Awaited<ReturnType<typeof listenDelayed>>;

/** Starts listening, and delays all traffic by `latencyMs` in each direction through a proxy. */
export async function listenDelayed(
  behind: Server,
  { port, host, latencyMs: ms }: { readonly port: number; readonly host: string; readonly latencyMs: number },
) {
  if (ms === 0) return { address: await listenOn(behind, port, host), close: async () => undefined };
  const target = await listenOn(behind, 0, '127.0.0.1');
  const server = createServer((client) => {
    const service = connect(target.port, target.host);
    joinDelayed(client.setNoDelay(true), service.setNoDelay(true), ms);
  });
  const close = closeOf(server);
  return { address: await listenOn(server, port, host), close };
}
