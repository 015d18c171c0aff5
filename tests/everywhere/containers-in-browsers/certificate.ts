import { execFile } from 'node:child_process';
import { hash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** Value for Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly spkiHash: string;
}

/** Issues a self-signed certificate for `hosts` with OpenSSL, since Node cannot sign certificates. */
export async function issueCertificate(hosts: readonly string[]): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=live.test', '-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join()}`],
      ...['-keyout', keyFile, '-out', certFile],
    ]);
    const [key, cert] = await Promise.all([keyFile, certFile].map((file) => readFile(file, 'utf8')));
    if (key === undefined || cert === undefined) throw new Error('OpenSSL wrote no certificate.');
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
    return { key, cert, spkiHash: hash('sha256', spki, 'base64') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
