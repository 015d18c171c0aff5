import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createAuthority } from '@outharbor/emulator-kit/authority';
import { ALL_REAL_NAMES } from './real-names.ts';

const NAME = 'Local authority of the emulators';
const HOSTS = ['localhost', '127.0.0.1', ...ALL_REAL_NAMES];
/** The longest validity of a server's certificate that Apple's clients accept. */
const DAYS = 825;

/**
 * Reads the authority of `folder` or creates it there; without a folder, one that ends with the emulators. `file` has its
 * certificate, and `trustFile` also those that this process trusts besides, such as a company's.
 */
export async function keepAuthority(folder: string | undefined) {
  const place =
    folder === undefined ? await mkdtemp(join(tmpdir(), 'emulators-authority-')) : resolve(folder);
  const [file, keyFile] = [join(place, 'authority.pem'), join(place, 'authority-key.pem')];
  const kept =
    folder !== undefined && existsSync(keyFile)
      ? { certificate: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8') }
      : undefined;
  const authority = createAuthority({ name: NAME, hosts: HOSTS, days: DAYS, ...(kept && { kept }) });
  if (kept === undefined) {
    await mkdir(place, { recursive: true });
    await writeFile(file, authority.certificate);
    if (folder !== undefined) await writeFile(keyFile, authority.key, { mode: 0o600 });
  }
  const trustFile = await joinTrusted(file, join(place, 'authorities.pem'), authority.certificate);
  const close = () =>
    folder === undefined ? rm(place, { recursive: true, force: true, maxRetries: 3 }) : Promise.resolve();
  return { ...authority, file, trustFile, close };
}

/** Clients take one file, so another one would replace those that the variables name already. */
async function joinTrusted(file: string, joined: string, certificate: string): Promise<string> {
  const { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE } = process.env;
  const named = [NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE].flatMap((each) => each || []);
  const files = [...new Set(named.map((each) => resolve(each)))].filter(
    (each) => existsSync(each) && each !== file && each !== joined,
  );
  if (files.length === 0) return file;
  const texts = await Promise.all(files.map((each) => readFile(each, 'utf8')));
  await writeFile(joined, [...texts, certificate].join('\n'));
  return joined;
}
