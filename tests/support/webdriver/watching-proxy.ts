import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';
import { startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';

const REPORTS = '/policy-reports';
const POLICY = 'content-security-policy';

/** Where a name's requests go. Browsers also contact their vendors, which must not leave the machine. */
type Names = Readonly<Record<string, string>>;

const LOCALHOST: Names = { localhost: 'localhost' };

export interface WatchingProxyOptions {
  /** Age header of every response in seconds, which caches count as elapsed time (RFC 9111 §4.2.3). */
  readonly age?: number;
  /** Names or addresses, and the address that each leads to; `localhost` alone when absent. */
  readonly names?: Names;
}

export type WatchingProxy = Awaited<ReturnType<typeof startWatchingProxy>>;

/**
 * Starts a proxy for a browser. Console access differs between browsers, but all send policy violations to
 * the policy's report URI, so the proxy adds one to every policy.
 */
export async function startWatchingProxy(options: WatchingProxyOptions = {}) {
  const { age = 0, names = LOCALHOST } = options;
  /** Reports of content security policy violations. */
  const violations: string[] = [];
  /** Of all requests except WebSockets. */
  const paths: string[] = [];

  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '');
    const host = names[url.hostname];
    if (host === undefined) return outgoing.writeHead(502).end();
    paths.push(url.pathname);
    if (url.pathname !== REPORTS) return forward({ url, host, age }, incoming, outgoing);
    violations.push(await text(incoming));
    outgoing.writeHead(204).end();
  });
  // For a WebSocket, Chromium requests a tunnel and WebKit the socket itself.
  server.on('connect', (incoming, client) =>
    join(new URL(`http://${incoming.url}`), names, client, () => client.write('HTTP/1.1 200 OK\r\n\r\n')),
  );
  server.on('upgrade', (incoming, client) => {
    const url = new URL(incoming.url ?? '');
    join(url, names, client, (upstream) => upstream.write(formatHead(url, incoming)));
  });
  const { port, close } = await startLocalServer(server);
  return { address: `127.0.0.1:${port}`, violations, paths, close };
}

interface Destination {
  readonly url: URL;
  readonly host: string;
  readonly age: number;
}

function forward({ url, host, age }: Destination, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming;
  const { port, pathname, search } = url;
  const upstream = request({ host, port, path: pathname + search, method, headers }, (response) => {
    const policy = response.headers[POLICY];
    const reporting = policy === undefined ? {} : { [POLICY]: `${policy}; report-uri ${REPORTS}` };
    outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...reporting, age: String(age) });
    response.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/** Connects a client to its destination and calls `begin` first. */
function join(
  { hostname, port }: URL,
  names: Names,
  client: Duplex,
  begin: (upstream: Socket) => void,
): void {
  const host = names[hostname];
  if (host === undefined) {
    client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    return;
  }
  const upstream = connect(Number(port), host, () => begin(upstream));
  joinDelayed(client, upstream, 0);
}

/** Serialises the request as if it had been sent to the server directly. */
function formatHead({ pathname, search }: URL, { method, rawHeaders }: IncomingMessage): string {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`],
  );
  return [`${method} ${pathname}${search} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}
