import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { ENCODINGS, FILE_CLASSES, type FileClass, PACKED_FILE } from './policy.ts';

export interface FileBody {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface SiteFile {
  readonly contentType: string;
  readonly fileClass: FileClass;
  /** In whole seconds. */
  readonly modifiedMs: number;
  /** Whether the response depends on Accept-Encoding. */
  readonly isPacked: boolean;
  readonly plain: FileBody;
  /** By encoding name. */
  readonly packed: Readonly<Partial<Record<string, FileBody>>>;
}

/** The files of the site build by URL path. Nothing else is served. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

/** The 404 page; it has no URL. */
export const NOT_FOUND_PAGE = '404';

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

/** Reads the build into memory: it is only a few megabytes, and map lookups cannot escape the folder. */
export async function loadSiteFiles(directory: string): Promise<SiteFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  const present = new Set(names);
  const files = new Map<string, SiteFile>();
  for (const name of names) {
    if (CONTENT_TYPES[extname(name)] === undefined || isHidden(name)) continue;
    files.set(addressOf(name), await loadFile(directory, name, present));
  }
  return files;
}

/** Creates a file that does not come from the build. */
export function siteFile(
  name: string,
  bytes: Buffer,
  modified: Date,
  packed: SiteFile['packed'] = {},
): SiteFile {
  const fileClass = FILE_CLASSES.find(({ path }) => path.test(name));
  const contentType = CONTENT_TYPES[extname(name)];
  if (!fileClass || !contentType) throw new TypeError(`${name} has an unknown file type.`);
  const modifiedMs = Math.floor(modified.getTime() / 1000) * 1000;
  return { contentType, fileClass, modifiedMs, isPacked: PACKED_FILE.test(name), plain: body(bytes), packed };
}

function isHidden(name: string): boolean {
  return name.replace(/^\/\.well-known\//, '/').includes('/.') || name === '/csp-hashes.json';
}

/** `/faq.html` is served at `/faq`, `/index.html` at `/`. */
function addressOf(name: string): string {
  if (name === '/404.html') return NOT_FOUND_PAGE;
  return name.replace(/(\/index)?\.html$/, '') || '/';
}

async function loadFile(directory: string, name: string, present: ReadonlySet<string>): Promise<SiteFile> {
  const file = join(directory, name);
  const packed: Record<string, FileBody> = {};
  for (const { name: encoding, suffix } of PACKED_FILE.test(name) ? ENCODINGS : []) {
    if (present.has(name + suffix)) packed[encoding] = body(await readFile(file + suffix));
  }
  return siteFile(name, await readFile(file), (await stat(file)).mtime, packed);
}

function body(bytes: Buffer): FileBody {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
