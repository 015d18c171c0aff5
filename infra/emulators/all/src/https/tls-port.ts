import { connect } from 'node:net';
import { createServer } from 'node:tls';
import type { ServerCertificate } from '@outharbor/emulator-kit/authority';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';
import { closeOf, listenOn } from '@outharbor/emulator-kit/listening';

export interface OpenPort {
  /** The address at which this machine can reach it. */
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface TlsPortOptions {
  readonly certificate: ServerCertificate;
  readonly host: string;
  readonly port: number;
  /** URL of the service for a requested name, which is empty for an IP address. */
  readonly findUrl: (name: string) => string | undefined;
}

/** Ends TLS and passes the bytes on. A name that nothing serves is disconnected. */
export async function startTlsPort({ certificate, host, port, findUrl }: TlsPortOptions): Promise<OpenPort> {
  const server = createServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, (client) => {
    const url = findUrl(client.servername || '');
    if (url === undefined) client.on('error', () => undefined).destroy();
    else joinDelayed(client, connect(reachable(url)), 0);
  });
  const close = closeOf(server);
  return { ...(await listenOn(server, port, host)), close };
}

const reachable = (url: string) => {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
};
