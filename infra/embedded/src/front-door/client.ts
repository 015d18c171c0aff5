import type { IncomingMessage } from 'node:http';

/** The client as seen by the front door or its TLS terminator. */
export interface Client {
  readonly address: string;
  readonly scheme: 'http' | 'https';
}

/** Taken from the connection, or from the TLS terminator's headers if one is in front. */
export function readClient({ socket, headers }: IncomingMessage, behindTerminator: boolean): Client {
  const address = socket.remoteAddress ?? '';
  if (!behindTerminator) return { address, scheme: 'http' };
  const named = String(headers['x-forwarded-for'] ?? '').split(',');
  return {
    address: named.at(-1)?.trim() || address,
    scheme: headers['x-forwarded-proto'] === 'https' ? 'https' : 'http',
  };
}
