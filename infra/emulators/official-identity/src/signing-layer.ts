import {
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { decodeJwt, isSignedBy, signJwt } from '../../identity/src/tokens/jwt.ts';
import {
  publishCertificates,
  publishKeySet,
  type SigningKey,
  type SigningKeys,
} from '../../identity/src/tokens/signing-keys.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const KEY_ROUTES: Readonly<Record<string, (published: readonly SigningKey[]) => object>> = {
  '/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com': publishCertificates,
  '/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys': publishCertificates,
  '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com': publishKeySet,
};
/** Response fields of the official emulator that carry tokens. */
const TOKEN_FIELDS = ['idToken', 'id_token', 'access_token', 'sessionCookie'];

/**
 * A proxy in front of the official emulator, which neither signs nor verifies tokens: signs the tokens in its
 * responses and rejects tokens in requests that it did not sign. `socketPath` is the emulator's socket.
 */
export function signingLayer(keys: SigningKeys, socketPath: string): RequestListener {
  return (request, response) => {
    respond(keys, socketPath, request, response).catch((error: unknown) => {
      process.emitWarning(`A request failed: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else reject(response, 502, 'The Auth emulator did not respond.');
    });
  };
}

async function respond(
  keys: SigningKeys,
  socketPath: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const showKeys = request.method === 'GET' ? KEY_ROUTES[request.url?.split('?')[0] ?? ''] : undefined;
  if (showKeys === undefined) return pass(keys, socketPath, request, response);
  const body = JSON.stringify(showKeys(await keys.published()));
  answer(response, 200, { 'cache-control': 'public, max-age=3600' }, body);
}

async function pass(
  keys: SigningKeys,
  socketPath: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { authorization } = request.headers;
  if (authorization !== undefined && authorization !== 'Bearer owner') {
    return reject(response, 401, 'Request had invalid authentication credentials.');
  }
  const body = await collect(request);
  if (body === undefined) return reject(response, 413, 'Request payload size exceeds the limit.');
  const idToken = readFields(body)?.idToken;
  if (typeof idToken === 'string' && !isGenuine(keys, idToken))
    return reject(response, 400, 'INVALID_ID_TOKEN');
  const upstream = await ask(socketPath, request, body);
  const text = (await collect(upstream)) ?? Buffer.alloc(0);
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = upstream.headers;
  answer(response, upstream.statusCode ?? 502, headers, await signed(keys, text));
}

function isGenuine(keys: SigningKeys, token: string): boolean {
  const jwt = decodeJwt(token);
  const key = typeof jwt?.header.kid === 'string' ? keys.publicKey(jwt.header.kid) : undefined;
  const isCurrent = typeof jwt?.claims.exp === 'number' && jwt.claims.exp * 1000 > Date.now();
  return jwt !== undefined && key !== undefined && isCurrent && isSignedBy(jwt, key);
}

function ask(
  socketPath: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const forwarded = { ...headers, 'content-length': String(body.length) };
    delete forwarded['transfer-encoding'];
    openRequest({ socketPath, method, path: url, headers: forwarded }, resolve).on('error', reject).end(body);
  });
}

/** Signs the unsigned tokens in a response; a response that is not JSON or has none is unchanged. */
async function signed(keys: SigningKeys, text: Buffer): Promise<Buffer | string> {
  const fields = readFields(text);
  const unsigned = TOKEN_FIELDS.filter((name) => typeof fields?.[name] === 'string');
  if (fields === undefined || unsigned.length === 0) return text;
  for (const name of unsigned) {
    const jwt = decodeJwt(String(fields[name]));
    if (jwt?.header.alg !== 'none') continue;
    fields[name] = await signJwt(jwt.claims, keys.current.id, keys.current.privateKey);
  }
  return JSON.stringify(fields);
}

function readFields(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined for a body that is too large. */
async function collect(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answer(response: ServerResponse, status: number, headers: object, body: Buffer | string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function reject(response: ServerResponse, code: number, message: string): void {
  const errors = [{ message, domain: 'global', reason: 'invalid' }];
  answer(response, code, {}, JSON.stringify({ error: { code, message, errors } }));
}
