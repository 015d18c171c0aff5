import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Hop-by-hop headers (RFC 9110 §7.6.1) and headers that a client must not set for an upstream. */
const NEVER_FORWARDED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
  'x-emulator-public',
]);
const NEVER_RETURNED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
]);

/** The client as seen by the front door or its TLS terminator. */
export interface Client {
  readonly address: string;
  readonly scheme: 'http' | 'https';
}

/** Taken from the connection, or from the TLS terminator's headers if one is in front. */
export function clientOf({ socket, headers }: IncomingMessage, behindTerminator: boolean): Client {
  const address = socket.remoteAddress ?? '';
  if (!behindTerminator) return { address, scheme: 'http' };
  const named = String(headers['x-forwarded-for'] ?? '').split(',');
  return {
    address: named.at(-1)?.trim() || address,
    scheme: headers['x-forwarded-proto'] === 'https' ? 'https' : 'http',
  };
}

export interface ForwardingOptions {
  readonly requestId: string;
  readonly keepCredentials: boolean;
  readonly client?: Client;
}

export function headersForUpstream(
  request: IncomingMessage,
  { requestId, keepCredentials, client = clientOf(request, false) }: ForwardingOptions,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  const named = listed(request.headers.connection);
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || NEVER_FORWARDED.has(name) || named.has(name)) continue;
    if (name === 'authorization' && !keepCredentials) continue;
    headers[name] = value;
  }
  return {
    ...headers,
    'x-forwarded-for': client.address,
    'x-real-ip': client.address,
    'x-forwarded-proto': client.scheme,
    'x-forwarded-host': request.headers.host ?? '',
    'x-request-id': requestId,
    'x-emulator-public': '1',
  };
}

export function headersForClient(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = listed(headers.connection);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !NEVER_RETURNED.has(name) && !named.has(name)),
  );
}

function listed(connection: string | undefined): Set<string> {
  return new Set(connection?.toLowerCase().split(/\s*,\s*/));
}
