import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import { PlainAgent } from '../../../infra/emulators/tests/support/plain-agent.ts';

export interface IssuedUser {
  disabled?: boolean;
  /** Unix seconds; tokens from earlier sign-ins are revoked. */
  validSince?: number;
  email?: string;
  emailVerified?: boolean;
  displayName?: string;
}

export interface TokenOptions {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject;
}

const KEY_ID = 'local-key';

/**
 * Starts a stand-in for Google's key and account servers, so that the API's verifier accepts tokens
 * signed here.
 */
export async function startTokenIssuer(projectId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const users = new Map<string, IssuedUser>();
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const server = createServer(async (request, response) => {
    if (issuer.delayMs > 0) await pause(issuer.delayMs);
    if (issuer.fault !== undefined) return issuer.fault(response);
    if (request.url?.includes('accounts:lookup')) return void lookUp(request, response, users);
    if (request.url?.includes('accounts:delete')) return void remove(request, response, users);
    if (request.url?.includes('accounts:update')) return void revoke(request, response, users);
    response.setHeader('cache-control', 'public, max-age=3600');
    response.setHeader('date', new Date(Date.now() - issuer.behindSeconds * 1000).toUTCString());
    answer(response, {
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
    });
  });
  const { port, close } = await startLocalServer(server);

  const issuer = {
    /** Handles every request instead, if set. */
    fault: undefined as ((response: ServerResponse) => void) | undefined,
    /** Latency of each response. */
    delayMs: 0,
    /** How far the issuer's clock is behind this machine's; negative if it is ahead. */
    behindSeconds: 0,
    users,
    publicKeyPem: String(pem),
    agent: new PlainAgent(port),
    /** Host and port, for use as FIREBASE_AUTH_EMULATOR_HOST. */
    authority: `127.0.0.1:${port}`,
    issue(uid: string, options: TokenOptions = {}): string {
      if (!users.has(uid)) users.set(uid, {});
      const header = { alg: 'RS256', kid: KEY_ID, typ: 'JWT', ...options.header };
      return sign(
        header,
        { ...makeClaims(projectId, uid, issuer.behindSeconds), ...options.claims },
        options.key ?? privateKey,
      );
    },
    close,
  };
  return issuer;
}

export function makeClaims(projectId: string, uid: string, behindSeconds = 0) {
  const now = Math.floor(Date.now() / 1000) - behindSeconds;
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
    auth_time: now - 60,
    iat: now - 60,
    exp: now + 3600,
    email: `${uid}@example.com`,
    name: uid,
  };
}

export function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function sign(header: object, claims: object, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return JSON.parse(body);
}

async function remove(request: IncomingMessage, response: ServerResponse, users: Map<string, IssuedUser>) {
  const { localId } = (await readBody(request)) as { readonly localId: string };
  if (users.delete(localId)) return answer(response, { kind: 'deleted' });
  response.statusCode = 400;
  answer(response, { error: { code: 400, message: 'USER_NOT_FOUND' } });
}

async function revoke(request: IncomingMessage, response: ServerResponse, users: Map<string, IssuedUser>) {
  const { localId, validSince } = (await readBody(request)) as {
    localId: string;
    validSince: string | number;
  };
  users.set(localId, { ...users.get(localId), validSince: Number(validSince) });
  answer(response, { localId });
}

async function lookUp(request: IncomingMessage, response: ServerResponse, users: Map<string, IssuedUser>) {
  const { localId = [], email = [] } = (await readBody(request)) as {
    readonly localId?: readonly string[];
    readonly email?: readonly string[];
  };
  const found = [...users]
    .filter(([uid, user]) => localId.includes(uid) || email.includes(user.email ?? ''))
    .map(([uid, user]) => ({ localId: uid, ...user, validSince: String(user.validSince ?? 0) }));
  answer(response, found.length > 0 ? { users: found } : { kind: 'empty' });
}

function answer(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
