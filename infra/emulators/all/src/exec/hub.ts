import { isIPv6 } from 'node:net';
import { createHttpServer, listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { pageGuard } from '@outharbor/emulator-kit/page-guard';
import type { Running } from '../services/services.ts';

interface HubOptions {
  readonly running: Running;
  readonly host: string;
  readonly port: number;
  readonly version: string;
}

/** Answers as the hub of firebase-tools, which tools ask for the addresses of the emulators. */
export async function startHub({ running, host, port, version }: HubOptions) {
  const guard = pageGuard();
  const server = createHttpServer(({ method, url, headers }, response) => {
    const rejection = guard.rejectHost(headers);
    const answers: Readonly<Record<string, object>> = {
      'GET /': { version, origins: [address.url], host: address.host, port: address.port },
      'GET /emulators': listEmulators(running, address.url),
    };
    const found = rejection === undefined ? answers[`${method} ${url}`] : undefined;
    response.writeHead(found ? 200 : rejection ? 403 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { error: rejection ?? 'No such emulator is running.' }));
  });
  // As in firebase-tools, another port will do.
  const address = await listenOn(server, port, host).catch(() => listenOn(server, 0, host));
  return { url: address.url, close: () => stopListening(server) };
}

function listEmulators({ identity, database, console }: Running, hub: string): object {
  const urls = { hub, auth: identity?.url, database: database?.url, ui: console?.url };
  const entries = Object.entries(urls).flatMap(([name, url]) => {
    if (url === undefined) return [];
    const { hostname, port } = new URL(url);
    const address = hostname.replace(/^\[|\]$/g, '');
    const listen = [{ address, family: isIPv6(address) ? 'IPv6' : 'IPv4', port: Number(port) }];
    return [[name, { name, host: address, port: Number(port), listen, pid: process.pid }]];
  });
  return Object.fromEntries(entries) as object;
}
