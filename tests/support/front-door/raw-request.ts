import { once } from 'node:events';
import { type IncomingHttpHeaders, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RawRequest {
  readonly method?: string;
  /** Sent verbatim: `..` is not resolved and nothing is encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly bytes: Buffer;
}

/** Sends a request to the front door under test. */
export type Send = (request: RawRequest) => Promise<RawAnswer>;

/** Sends one request on a new connection, without following redirects or decompressing. */
export async function sendRaw(
  baseUrl: string,
  { method = 'GET', path, headers, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const request = openRequest({ hostname, port, method, path, headers: { ...headers }, agent: false });
  request.end(body);
  const [answer] = await once(request, 'response');
  const bytes = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, body: String(bytes), bytes };
}

/** Writes `bytes` to the server and resolves with everything received until the connection closes. */
export async function sendBytes(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk;
  });
  const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
  socket.write(bytes, 'latin1');
  await ended;
  return answer;
}

export const readStatus = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
