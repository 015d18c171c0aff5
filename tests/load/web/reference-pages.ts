import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

export const SITE = fileURLToPath(new URL('../../../web/dist', import.meta.url));
export const BARE = '/bare';
export const HOME_WITHOUT_SCRIPT = '/home-without-script';

const brotli = promisify(brotliCompress);

/** Two kilobytes of uncompressed HTML: the minimum cost of a page on this link and machine. */
const BARE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body><h1>Bare</h1>
${Array.from({ length: 24 }, (_, line) => `<p>Line ${line} of a page that has nothing but text, ${line * 7919} words.</p>`).join('\n')}
</body></html>`;

/** Adds the reference pages to a site folder: a bare page, and the home page without its scripts. */
export async function writeReferencePages(folder: string): Promise<void> {
  const home = await readFile(join(SITE, 'index.html'), 'utf8');
  const withoutScript = home.replace(/<script data-entry[\s\S]*?<\/script>/, '');
  await mkdir(folder, { recursive: true });
  const file = (path: string) => join(folder, `${path}.html`);
  await writeFile(file(BARE), BARE_PAGE);
  await writeFile(file(HOME_WITHOUT_SCRIPT), withoutScript);
  await writeFile(`${file(HOME_WITHOUT_SCRIPT)}.br`, await brotli(withoutScript));
}
