import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/**
 * Below the ephemeral range (32768 and up), so that no outgoing connection takes the port in the meantime.
 */
const LOWEST = 20_000;
const HIGHEST = 29_999;
const ATTEMPTS = 100;

/** A port that no other process can bind until it is closed. */
export interface ReservedPort {
  readonly port: number;
  close(): Promise<void>;
}

/** Reserves a port for a server whose address must be known before it starts. */
export function reservePort(host: string): Promise<ReservedPort> {
  return reserveFirstFree(host, randomPorts());
}

/** A currently free port, for programs that must be told their port or restart on the same one. */
export function freePort(host: string): Promise<number> {
  return firstFreePort(host, randomPorts());
}

export async function firstFreePort(host: string, ports: readonly number[]): Promise<number> {
  const { port, close } = await reserveFirstFree(host, ports);
  await close();
  return port;
}

const randomPorts = () => Array.from({ length: ATTEMPTS }, () => randomInt(LOWEST, HIGHEST + 1));

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

/** Drops connections that arrived early; unlike rejected ones, they are retried at once. */
async function closeWithClients(server: Server): Promise<void> {
  const closed = once(server.close(), 'close');
  server.closeAllConnections();
  await closed;
}
