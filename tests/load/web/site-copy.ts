import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const brotli = promisify(brotliCompress);

/** Two kilobytes of plain HTML, sent as they are: what any page costs on this link and this machine. */
const BARE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body><h1>Bare</h1>
${Array.from({ length: 24 }, (_, line) => `<p>Line ${line} of a page that has nothing but text, ${line * 7919} words.</p>`).join('\n')}
</body></html>`;

export interface SiteCopy {
  readonly folder: string;
  remove(): Promise<void>;
}

/** The site with two more pages to compare with: a bare one, and the home page with its scripts taken out. */
export async function copySite(): Promise<SiteCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  await cp(DIST, folder, { recursive: true });
  const home = await readFile(join(folder, 'index.html'), 'utf8');
  const withoutScript = home.replace(/<script data-entry[\s\S]*?<\/script>/, '');
  await writeFile(join(folder, 'bare.html'), BARE);
  await writeFile(join(folder, 'home-without-script.html'), withoutScript);
  await writeFile(join(folder, 'home-without-script.html.br'), await brotli(withoutScript));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
