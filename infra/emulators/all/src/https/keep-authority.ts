import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Authority, createAuthority } from '@outharbor/emulator-kit/authority';
import { ALL_REAL_NAMES } from './real-names.ts';

export interface KeptAuthority extends Authority {
  /** Path of the certificate. */
  readonly file: string;
  /** Removes what must not stay. */
  close(): Promise<void>;
}

const NAME = 'Local authority of the emulators';
const HOSTS = ['localhost', '127.0.0.1', ...ALL_REAL_NAMES];
/** The longest validity of a server's certificate that Apple's clients accept. */
const DAYS = 825;

/** Reads the authority of `folder` or creates it there; without a folder, one that ends with the emulators. */
export async function keepAuthority(folder: string | undefined): Promise<KeptAuthority> {
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
  const close = () =>
    folder === undefined ? rm(place, { recursive: true, force: true, maxRetries: 3 }) : Promise.resolve();
  return { ...authority, file, close };
}
