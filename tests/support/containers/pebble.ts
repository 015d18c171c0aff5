import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { join } from 'node:path';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { ROOT } from '../../../scripts/step.ts';

const run = promisify(execFile);
const PEBBLE = 'github.com/letsencrypt/pebble/v2';
export const CERTIFICATE_SECONDS = 30;
/** What docker-compose.https.yml needs to ask it. */
export const ACME = { ACME_EMAIL: 'operator@outharbor.test', ACME_DIRECTORY: 'https://pebble:14000/dir' };

/**
 * Prepares an ACME server on the network of the machine, whose authority only the container `tls` trusts, and which finds
 * these hosts there. Resolves with the compose file that adds it.
 */
export async function preparePebble(folder: string, hosts: readonly string[]): Promise<string> {
  await run('go', ['install', `${PEBBLE}/cmd/pebble@v2.8.0`], { env: { ...process.env, GOBIN: folder } });
  const { stdout } = await run('go', ['mod', 'download', '-json', `${PEBBLE}@v2.8.0`]);
  const { Dir: source } = JSON.parse(stdout) as { Dir: string };
  const { pebble } = JSON.parse(await readFile(join(source, 'test/config/pebble-config.json'), 'utf8'));
  const config = {
    ...pebble,
    httpPort: 80,
    tlsPort: 443,
    profiles: { default: { description: 'short', validityPeriod: CERTIFICATE_SECONDS } },
  };
  await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble: config }));
  const overlay = {
    services: {
      pebble: {
        image: /^ARG NODE_IMAGE=(.*)$/m.exec(await readFile(join(ROOT, 'Dockerfile.api'), 'utf8'))?.[1],
        working_dir: '/pebble',
        command: ['./pebble', '-config', 'pebble.json'],
        environment: { PEBBLE_VA_NOSLEEP: '1' },
        volumes: [`${folder}:/pebble:ro`, `${source}/test:/pebble/test:ro`],
        networks: ['public'],
      },
      tls: {
        environment: { SSL_CERT_FILE: '/authority.pem', RENEW_INTERVAL: '2s' },
        volumes: [`${source}/test/certs/pebble.minica.pem:/authority.pem:ro`],
        networks: { public: { aliases: hosts } },
      },
    },
  };
  await mkdir(join(folder, 'test'));
  const file = join(folder, 'pebble.yml');
  await writeFile(file, stringify(overlay));
  return file;
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly certificate: PeerCertificate | undefined;
}

/** Asks a port of this machine under the name of a host. */
export function askHost(
  scheme: 'http' | 'https',
  { host, port, path = '/' }: { readonly host: string; readonly port: number; readonly path?: string },
): Promise<Answer> {
  const headers = { host, 'x-forwarded-for': '203.0.113.9' };
  const options = { host: '127.0.0.1', port, path, headers, agent: false };
  return new Promise((resolve, reject) => {
    const asked =
      scheme === 'http'
        ? plain(options)
        : secure({ ...options, servername: host, rejectUnauthorized: false });
    asked.on('error', reject).on('response', (response) => {
      const { socket, statusCode: status, headers: given } = response.resume();
      const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
      resolve({ status, headers: given, certificate });
    });
    asked.end();
  });
}
