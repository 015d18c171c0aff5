import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';

const REPORTS = '/policy-reports';
const POLICY = 'content-security-policy';

/** Whether a request may pass. Browsers also contact their vendors, which must not leave the machine. */
const isOwn = (hostname: string) => hostname === 'localhost';

export interface WatchingProxyOptions {
  /** Age header of every response in seconds, which caches count as elapsed time (RFC 9111 §4.2.3). */
  readonly age?: number;
}

export interface WatchingProxy {
  /** host:port */
  readonly address: string;
  /** Reports of content security policy violations. */
  readonly violations: readonly string[];
  /** Paths of all requests except WebSockets. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy for a browser. Console access differs between browsers, but all send policy violations to
 * the policy's report URI, so the proxy adds one to every policy.
 */
export async function startWatchingProxy({ age = 0 }: WatchingProxyOptions = {}): Promise<WatchingProxy> {
  const violations: string[] = [];
  const paths: string[] = [];

  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '');
    if (!isOwn(url.hostname)) return outgoing.writeHead(502).end();
    paths.push(url.pathname);
    if (url.pathname !== REPORTS) return forward(url, incoming, outgoing, age);
    violations.push(await text(incoming));
    outgoing.writeHead(204).end();
  });
  // For a WebSocket, Chromium requests a tunnel and WebKit the socket itself.
  server.on('connect', (incoming, client) =>
    join(new URL(`http://${incoming.url}`), client, () => client.write('HTTP/1.1 200 OK\r\n\r\n')),
  );
  server.on('upgrade', (incoming, client) => {
    const url = new URL(incoming.url ?? '');
    join(url, client, (upstream) => upstream.write(formatHead(url, incoming)));
  });
  const { port, close } = await startLocalServer(server);
  return { address: `127.0.0.1:${port}`, violations, paths, close };
}

function forward(url: URL, incoming: IncomingMessage, outgoing: ServerResponse, age: number): void {
  const upstream = request(url, { method: incoming.method, headers: incoming.headers }, (response) => {
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
function join({ hostname, port }: URL, client: Duplex, begin: (upstream: Socket) => void): void {
  if (!isOwn(hostname)) {
    client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    return;
  }
  const upstream = connect(Number(port), hostname, () => begin(upstream));
  upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
  client.pipe(upstream).pipe(client);
}

/** Serialises the request as if it had been sent to the server directly. */
function formatHead({ pathname, search }: URL, { method, rawHeaders }: IncomingMessage): string {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`],
  );
  return [`${method} ${pathname}${search} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}
