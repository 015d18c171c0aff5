import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Issues a self-signed certificate for `host` with OpenSSL, since Node cannot sign certificates. */
export async function issueCertificate(host: string): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=live.test', '-addext', `subjectAltName=DNS:${host}`],
      ...['-keyout', keyFile, '-out', certFile],
    ]);
    const [key, cert] = await Promise.all([keyFile, certFile].map((file) => readFile(file, 'utf8')));
    if (key === undefined || cert === undefined) throw new Error('OpenSSL wrote no certificate.');
    return { key, cert };
  } finally {
    await rm(folder, { recursive: true });
  }
}
