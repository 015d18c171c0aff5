import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { KEY_SETS, type SigningKeys } from '../../identity/src/tokens/signing-keys.ts';
import { Credentials } from './credentials.ts';
import { collect, Rejection, readCallBody, readTarget } from './read-call.ts';
import type { TrafficGuard } from './traffic-guard.ts';

/** What the emulator reads of a request's headers, beside the type and length of the body. */
const FORWARDED_HEADERS = [
  'accept',
  'access-control-request-headers',
  'access-control-request-method',
  'access-control-request-private-network',
  'authorization',
  'host',
  'origin',
  'x-firebase-locale',
  'x-goog-api-key',
];

export interface SigningLayerOptions {
  readonly keys: SigningKeys;
  readonly guard: TrafficGuard;
  /** The emulator's socket. */
  readonly socketPath: string;
}

/**
 * A proxy in front of the official emulator, which neither signs nor verifies tokens. Each request is parsed, judged and
 * written anew, so that the emulator cannot read anything else in it; the tokens in responses are signed.
 */
export function signingLayer(options: SigningLayerOptions): RequestListener {
  const credentials = new Credentials(options.keys);
  return (request, response) => {
    respond(options, credentials, request, response).catch((error: unknown) => {
      const isRejected = error instanceof Rejection;
      if (!isRejected) process.emitWarning(`A request failed: ${String(error)}`);
      // The rest of a rejected body is not read.
      if (!request.complete) response.setHeader('connection', 'close');
      if (response.headersSent) response.destroy();
      else if (isRejected) reject(response, error);
      else reject(response, new Rejection(502, 'The Auth emulator did not respond.'));
    });
  };
}

async function respond(
  { keys, guard, socketPath }: SigningLayerOptions,
  credentials: Credentials,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers } = request;
  const url = readTarget(request.url);
  if (url === undefined) throw new Rejection(400, 'The path must be written without escapes.');
  const { mayClaim } = guard(headers, url.pathname);
  const showKeys = method === 'GET' ? KEY_SETS[url.pathname] : undefined;
  if (showKeys) {
    const body = JSON.stringify(showKeys(await keys.published()));
    return answer(response, 200, { 'cache-control': 'public, max-age=3600' }, body);
  }
  if (headers.authorization !== undefined && headers.authorization !== 'Bearer owner')
    throw new Rejection(401, 'Request had invalid authentication credentials.');
  credentials.judgeQuery(url.searchParams);
  const given = await readCallBody(request);
  const body = given === undefined ? '' : JSON.stringify(credentials.judge(given, mayClaim));
  const upstream = await ask(socketPath, { method, path: `${url.pathname}${url.search}`, headers }, body);
  const text = (await collect(upstream)) ?? Buffer.alloc(0);
  const { 'content-length': _, 'transfer-encoding': __, ...answered } = upstream.headers;
  answer(response, upstream.statusCode ?? 502, answered, await credentials.issue(text));
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

function ask(socketPath: string, { method, path, headers }: Call, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const kept = Object.fromEntries(
      FORWARDED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    );
    const type = headers['content-type'] === undefined ? {} : { 'content-type': 'application/json' };
    const forwarded = { ...kept, ...type, 'content-length': String(Buffer.byteLength(body)) };
    openRequest({ socketPath, method, path, headers: forwarded }, resolve).on('error', reject).end(body);
  });
}

function answer(response: ServerResponse, status: number, headers: object, body: Buffer | string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function reject(response: ServerResponse, { status: code, message }: Rejection): void {
  const errors = [{ message, domain: 'global', reason: 'invalid' }];
  answer(response, code, {}, JSON.stringify({ error: { code, message, errors } }));
}
