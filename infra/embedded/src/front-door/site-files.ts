import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface SiteFiles {
  readonly root: string;
  /** Files in `root` by URL path: `/faq.html` is served at `/faq`. Nothing else is served. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** The 404 page; it has no URL. */
export const NOT_FOUND_PAGE = '/404.html';

const SERVED = /\.(?:html|js|css|json|webmanifest|svg|png|jpg|webp|avif|ico|woff2|txt|xml)$/;

/** Lists the files of a site build. */
export async function loadSiteFiles(root: string): Promise<SiteFiles> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
    .filter((name) => SERVED.test(name) && !isHidden(name));
  return { root, addresses: new Map(names.map((name) => [toAddress(name), name])) };
}

function isHidden(name: string): boolean {
  const visible = name.replace(/^\/\.well-known\//, '/');
  return visible.includes('/.') || name === '/csp-hashes.json' || name === NOT_FOUND_PAGE;
}

function toAddress(name: string): string {
  return name.replace(/(\/index)?\.html$/, '') || '/';
}
