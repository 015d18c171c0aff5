import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to outgoing connections (32768 and up), so that none of those takes the port meanwhile. */
const LOWEST = 20_000;
const HIGHEST = 29_999;
const ATTEMPTS = 100;

/** A port that is free now: for a program that can only be told its port, or has to come back on the one it had. */
export function freePort(host: string): Promise<number> {
  return firstFreePort(
    host,
    Array.from({ length: ATTEMPTS }, () => randomInt(LOWEST, HIGHEST + 1)),
  );
}

export async function firstFreePort(host: string, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    if (await isFree(host, port)) return port;
  }
  throw new Error(`None of ${ports.length} ports of ${host} is free.`);
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  await once(server.close(), 'close');
  return true;
}
