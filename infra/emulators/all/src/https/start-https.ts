import { connect, isIPv6 } from 'node:net';
import type { Closing } from '@outharbor/emulator-kit/closing';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';
import { closeOf, createHttpServer, listenOn } from '@outharbor/emulator-kit/listening';
import type { EmulatorsConfig } from '../config/config.ts';
import type { Running } from '../services/services.ts';
import { keepAuthority } from './keep-authority.ts';
import { serviceNamed } from './real-names.ts';
import { type OpenPort, startTlsPort } from './tls-port.ts';

const PORTS = { stripe: 4244, identity: 9097, database: 9002, scheduling: 4012 } as const;
const [NAMES_PORT, PROXY_PORT] = [4443, 4440];
const SERVICES = ['stripe', 'identity', 'database', 'scheduling'] as const;

export interface Https {
  /** Path of the certificate to trust. */
  readonly authorityFile: string;
  /** Path of a file with that certificate and those of NODE_EXTRA_CA_CERTS, SSL_CERT_FILE and REQUESTS_CA_BUNDLE. */
  readonly trustFile: string;
  /** For Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly spkiHash: string;
  readonly urls: Readonly<Partial<Record<(typeof SERVICES)[number], string>>>;
  /** Lead the services' real host names to the emulators; undefined unless requested. */
  readonly realNames: { readonly host: string; readonly port: number; readonly proxyUrl: string } | undefined;
}

interface HttpsOptions {
  readonly running: Running;
  readonly config: EmulatorsConfig;
  readonly host: string;
  readonly freePorts: boolean;
}

/** Serves the running emulators over HTTPS too, until `closing` is closed. */
export async function startHttps(
  { running, config, host, freePorts }: HttpsOptions,
  closing: Closing,
): Promise<Https> {
  const settings = config.https ?? {};
  const authority = await closing.add(keepAuthority(settings.authorityDir));
  const certificate = authority.issue();
  const usual = (port: number) => (freePorts ? 0 : port);
  const urls: Partial<Record<(typeof SERVICES)[number], string>> = {};
  for (const name of SERVICES) {
    const url = running[name]?.url;
    if (url === undefined) continue;
    const port = config[name]?.httpsPort ?? usual(PORTS[name]);
    const at = await closing.add(startTlsPort({ certificate, host, port, findUrl: () => url }));
    urls[name] = `https://localhost:${at.port}`;
  }
  if (urls.stripe && config.stripe?.publicUrl === undefined)
    await running.stripe?.configure({ secureUrl: urls.stripe });
  const { file: authorityFile, trustFile } = authority;
  const common = { authorityFile, trustFile, spkiHash: authority.spkiHash, urls };
  if (!settings.realNames) return { ...common, realNames: undefined };
  const findUrl = (name: string) => {
    const service = serviceNamed(name);
    return service && running[service]?.url;
  };
  const names = await closing.add(
    startTlsPort({ certificate, host, port: settings.namesPort ?? usual(NAMES_PORT), findUrl }),
  );
  const proxy = await closing.add(
    startNamesProxy({ host, port: settings.proxyPort ?? usual(PROXY_PORT), names }),
  );
  return {
    ...common,
    realNames: { host: names.host, port: names.port, proxyUrl: `http://${proxy.host}:${proxy.port}` },
  };
}

/** An HTTP proxy (CONNECT) that leads the real names to the `names` port, and nothing anywhere else. */
async function startNamesProxy(options: {
  readonly host: string;
  readonly port: number;
  readonly names: Pick<OpenPort, 'host' | 'port'>;
}): Promise<OpenPort> {
  const server = createHttpServer((request, response) => {
    response.writeHead(502).end(`The emulators serve HTTPS only, and not ${request.url}\n`);
  });
  server.on('connect', (request, client) => {
    const [name = ''] = (request.url ?? '').split(':');
    if (serviceNamed(name) === undefined) {
      client.on('error', () => client.destroy());
      client.end(`HTTP/1.1 502 Bad Gateway\r\n\r\nThe emulators do not answer for ${name}\n`);
      return;
    }
    const { host, port } = options.names;
    joinDelayed(
      client,
      connect(port, host, () => client.write('HTTP/1.1 200 OK\r\n\r\n')),
      0,
    );
  });
  const close = closeOf(server);
  const { host, port } = await listenOn(server, options.port, options.host);
  return { host: isIPv6(host) ? `[${host}]` : host, port, close };
}
