import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startLocalServer } from '../local-server.ts';

const REPORTS = '/policy-reports';
const POLICY = 'content-security-policy';

/** Browsers ask their makers for this and that, which must not leave the machine; of a page it is a violation. */
const isOwn = (hostname: string) => hostname === 'localhost';

export interface WatchingProxyOptions {
  /** Seconds that each answer says to be old, so that a cache keeps it as if they had passed (RFC 9111 §4.2.3). */
  readonly age?: number;
}

export interface WatchingProxy {
  /** host:port */
  readonly address: string;
  /** Whatever a page wanted to do against its content security policy. */
  readonly violations: readonly string[];
  /** The paths of all that was asked for, but for sockets. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/**
 * Stands between a browser and everything else. Browsers agree neither on a console nor on how to read it, but all
 * report violations of a policy to the address that the policy names, so the proxy has each policy name one.
 */
export async function startWatchingProxy({ age = 0 }: WatchingProxyOptions = {}): Promise<WatchingProxy> {
  const violations: string[] = [];
  const paths: string[] = [];

  const server = createServer(async (asked, answer) => {
    const url = new URL(asked.url ?? '');
    if (!isOwn(url.hostname)) return answer.writeHead(502).end();
    paths.push(url.pathname);
    if (url.pathname !== REPORTS) return forward(url, asked, answer, age);
    violations.push(await text(asked));
    answer.writeHead(204).end();
  });
  // For a web socket, Firefox asks for a tunnel, and WebKit for the socket itself.
  server.on('connect', (asked, client) =>
    join(new URL(`http://${asked.url}`), client, () => client.write('HTTP/1.1 200 OK\r\n\r\n')),
  );
  server.on('upgrade', (asked, client) => {
    const url = new URL(asked.url ?? '');
    join(url, client, (upstream) => upstream.write(headOf(url, asked)));
  });
  const { port, close } = await startLocalServer(server);
  return { address: `127.0.0.1:${port}`, violations, paths, close };
}

function forward(url: URL, asked: IncomingMessage, answer: ServerResponse, age: number): void {
  const upstream = request(url, { method: asked.method, headers: asked.headers }, (response) => {
    const policy = response.headers[POLICY];
    const reporting = policy === undefined ? {} : { [POLICY]: `${policy}; report-uri ${REPORTS}` };
    answer.writeHead(response.statusCode ?? 502, { ...response.headers, ...reporting, age: String(age) });
    response.pipe(answer);
  });
  upstream.on('error', () => answer.destroy());
  answer.on('close', () => upstream.destroy());
  asked.pipe(upstream);
}

/** Connects a client with the machine that it wants to speak to; says first what `begin` says. */
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

/** The request as the server itself would have got it. */
function headOf({ pathname, search }: URL, { method, rawHeaders }: IncomingMessage): string {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`],
  );
  return [`${method} ${pathname}${search} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}
