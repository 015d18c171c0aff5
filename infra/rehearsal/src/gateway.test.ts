import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { createAuthority } from '@outharbor/emulator-kit/authority';
import { afterEach, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from './gateway.ts';

const HOSTS = ['api.stripe.com', 'calendly.com'];
let gateway: Gateway;
afterEach(() => gateway.close());

/** Starts the gateway in front of `url`, and returns what connects to it and trusts its authority. */
async function start({ url, expiresAt }: { readonly url?: string; readonly expiresAt?: Date | undefined }) {
  const { certificate, issue } = createAuthority({ name: 'Authority of a test', hosts: HOSTS });
  const findDestination = () => (url === undefined ? undefined : { url });
  gateway = await startGateway({ server: issue(expiresAt), host: '127.0.0.1', port: 0, findDestination });
  return (servername = '') => connect({ host: '127.0.0.1', port: gateway.port, servername, ca: certificate });
}

/** The outcome of connecting to `servername`. */
async function connectionOutcome(servername: string, expiresAt?: Date) {
  const socket = (await start({ expiresAt }))(servername);
  const failure = once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code);
  return Promise.race([once(socket, 'secureConnect').then(() => 'trust'), failure]);
}

describe('a gateway with a certificate of the authority', () => {
  it.each(HOSTS)('is trusted for %s by a client with its certificate', async (host) => {
    expect(await connectionOutcome(host)).toBe('trust');
    await expect.poll(() => [...gateway.names]).toEqual([host]);
  });

  it('passes on, with latency, everything that a service sends before it closes the connection', async () => {
    const length = 10 * 1024 * 1024;
    const service = createServer((socket) => socket.end(Buffer.alloc(length))).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const open = await start({ url: `http://127.0.0.1:${(service.address() as AddressInfo).port}` });
    gateway.delay(1);
    expect(await buffer(open(HOSTS[0]))).toHaveLength(length);
    service.close();
  });

  it('is not trusted for other names', async () => {
    expect(await connectionOutcome('example.com')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('is not trusted once the certificate has expired', async () => {
    expect(await connectionOutcome('calendly.com', new Date(Date.now() - 60_000))).toBe('CERT_HAS_EXPIRED');
  });
});
