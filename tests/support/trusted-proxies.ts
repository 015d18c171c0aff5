import { readFile } from 'node:fs/promises';

/** A way to run the site, as docs/scaling.md calls it. */
export type WayToRun = 'Compose' | 'Swarm, `PORT_MODE=host`' | 'Swarm, routing mesh' | 'Kubernetes';

/** The networks that the table of docs/scaling.md names for TRUSTED_PROXIES, in the form that the variable takes. */
export async function documentedProxies(way: WayToRun): Promise<string> {
  const page = await readFile(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Which clients the rate limit counts$(.*?)(?=^## )/ms.exec(page) ?? [];
  const row = section.split('\n').find((line) => line.startsWith(`| ${way} |`));
  const [, networks] = /`(\d[\d./ ]+)`/.exec(row ?? '') ?? [];
  if (networks === undefined) throw new Error(`docs/scaling.md names no network for ${way}.`);
  return networks;
}
