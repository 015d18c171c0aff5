import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** Below what systems give to outgoing connections (32768 and up), so that none of those takes the port meanwhile. */
const LOWEST = 20_000;
const HIGHEST = 29_999;
const ATTEMPTS = 100;

/** A port that nobody else can take until it is closed. */
export interface ReservedPort {
  readonly port: number;
  close(): Promise<void>;
}

/** For a server whose address others have to know before it can start. */
export function reservePort(host: string): Promise<ReservedPort> {
  return reserveFirstFree(host, anyPorts());
}

/** A port that is free now: for a program that can only be told its port, or has to come back on the one it had. */
export function freePort(host: string): Promise<number> {
  return firstFreePort(host, anyPorts());
}

export async function firstFreePort(host: string, ports: readonly number[]): Promise<number> {
  const { port, close } = await reserveFirstFree(host, ports);
  await close();
  return port;
}

const anyPorts = () => Array.from({ length: ATTEMPTS }, () => randomInt(LOWEST, HIGHEST + 1));

async function reserveFirstFree(host: string, ports: readonly number[]): Promise<ReservedPort> {
  for (const port of ports) {
    const server = createServer();
    try {
      await once(server.listen(port, host), 'listening');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue;
      throw error;
    }
    return { port, close: () => closeWithClients(server) };
  }
  throw new Error(`None of ${ports.length} ports of ${host} is free.`);
}

/** Who came early gets no answer until now, and may come again at once: whoever is refused waits before that. */
async function closeWithClients(server: Server): Promise<void> {
  const closed = once(server.close(), 'close');
  server.closeAllConnections();
  await closed;
}
