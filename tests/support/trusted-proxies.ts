import { readFile } from 'node:fs/promises';

/** A deployment type, as named in docs/scaling.md. */
export type Deployment = 'Compose' | 'Kubernetes';

/** Returns the TRUSTED_PROXIES value that the table in docs/scaling.md documents. */
export async function documentedProxies(deployment: Deployment): Promise<string> {
  const page = await readFile(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Which clients the rate limit counts$(.*?)(?=^## )/ms.exec(page) ?? [];
  const row = section.split('\n').find((line) => line.startsWith(`| ${deployment} |`));
  const [, networks] = /`(\d[\d./ ]+)`/.exec(row ?? '') ?? [];
  if (networks === undefined) throw new Error(`docs/scaling.md names no network for ${deployment}.`);
  return networks;
}
