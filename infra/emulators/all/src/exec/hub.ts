import { rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { explain } from '@outharbor/emulator-kit/explain';
import { type Address, createHttpServer, listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { pageGuard } from '@outharbor/emulator-kit/page-guard';
import type { Emulators } from '../start-emulators.ts';
import { exportTo } from './export-folder.ts';

export interface Hub extends Address {
  close(): Promise<void>;
}

interface HubOptions {
  readonly emulators: Emulators;
  readonly projectId: string;
  readonly host: string;
  readonly port: number;
  readonly version: string;
}

/** Answers as the hub of firebase-tools, which tools ask for the addresses of the emulators and for an export. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { emulators, projectId, host, version } = options;
  const guard = pageGuard();
  const answer = async (request: IncomingMessage): Promise<[status: number, body: object]> => {
    const rejection = guard.rejectHost(request.headers) ?? guard.rejectPage(request.headers);
    if (rejection !== undefined) return [403, { message: rejection }];
    const requested = `${request.method} ${request.url}`;
    if (requested === 'GET /') return [200, { ...locator, host: address.host, port: address.port }];
    if (requested === 'GET /emulators') return [200, listEmulators(emulators, address)];
    if (requested !== 'POST /_admin/export')
      return [/functions/.test(requested) ? 400 : 404, { error: 'This emulator is not running.' }];
    const { path } = JSON.parse(await text(request)) as { readonly path: string };
    await exportTo(path, emulators, version);
    return [200, { message: 'OK' }];
  };
  const server = createHttpServer((request, response) => {
    const send = ([status, body]: [number, object]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    answer(request).then(send, (error: unknown) => send([500, { message: explain(error) }]));
  });
  // As in firebase-tools, another port will do.
  const address = await listenOn(server, options.port, host).catch(() => listenOn(server, 0, host));
  const locator = { version, origins: [address.url], pid: process.pid };
  // Where `firebase emulators:export` looks for it.
  const locatorFile = join(tmpdir(), `hub-${projectId}.json`);
  await writeFile(locatorFile, JSON.stringify(locator));
  const close = async () => {
    await rm(locatorFile, { force: true });
    await stopListening(server);
  };
  return { ...address, close };
}

function listEmulators({ identity, database, console }: Emulators, hub: Address): object {
  const urls = { hub: hub.url, auth: identity?.url, database: database?.url, ui: console?.url };
  const entries = Object.entries(urls).flatMap(([name, url]) => {
    if (url === undefined) return [];
    const { hostname, port: digits } = new URL(url);
    const [host, port] = [hostname.replace(/^\[|\]$/g, ''), Number(digits)];
    const listen = [{ address: host, family: isIPv6(host) ? 'IPv6' : 'IPv4', port }];
    return [[name, { name, host, port, listen, pid: process.pid }]];
  });
  return Object.fromEntries(entries) as object;
}
