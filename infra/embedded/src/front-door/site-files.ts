import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { HASHED_ASSET_CACHE, PAGE_CACHE, PLAIN_FILE_CACHE } from './security-headers.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface SiteFile {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly isPage: boolean;
  readonly etag: string;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

/** Every address of the site build with its file. What is not in here does not exist. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** Reads the build into memory: it is a few megabytes, and a lookup in a map cannot leave it. */
export async function loadSiteFiles(directory: string): Promise<SiteFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  const present = new Set(names);
  const files = new Map<string, SiteFile>();
  for (const name of names) {
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined || isHidden(name)) continue;
    const file = await loadFile(directory, name, contentType, present);
    for (const address of addressesOf(name)) files.set(address, file);
  }
  return files;
}

function isHidden(name: string): boolean {
  return name.includes('/.') || name === '/csp-hashes.json';
}

/** `/faq.html` is the page `/faq`, `/index.html` is `/`. */
function addressesOf(name: string): string[] {
  if (!name.endsWith('.html')) return [name];
  if (name === '/404.html') return [name];
  return [name.replace(/(\/index)?\.html$/, '') || '/'];
}

async function loadFile(
  directory: string,
  name: string,
  contentType: string,
  present: ReadonlySet<string>,
): Promise<SiteFile> {
  const read = (suffix: string) => readFile(join(directory, `${name}${suffix}`));
  const identity = await read('');
  const isPage = extname(name) === '.html';
  return {
    contentType,
    isPage,
    cacheControl: isPage ? PAGE_CACHE : name.startsWith('/assets/') ? HASHED_ASSET_CACHE : PLAIN_FILE_CACHE,
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: {
      identity,
      ...(present.has(`${name}.br`) && { br: await read('.br') }),
      ...(present.has(`${name}.gz`) && { gzip: await read('.gz') }),
    },
  };
}
