import { SITE_PATHS } from '@outharbor/contract/paths';
import type { ComponentType } from 'react';
import { PAGE_ENTRIES, PAGE_NAMES, type PageEntry, type PageName } from '../content/pages.ts';
import { OfflinePage, OfflinePageWithHeader } from './OfflinePage.tsx';
import { type Preloadable, preloadable } from './preloadable.tsx';

export interface Page extends PageEntry {
  readonly name: PageName;
  readonly path: string;
  readonly view: Preloadable;
  /** Chunk source, as the build's manifest names it. */
  readonly source: string;
}

const COMPONENTS = import.meta.glob<ComponentType>('../pages/*.tsx', { import: 'Page' });

/** Throws, and so stops the build, where a page has no file. */
function page(name: PageName, path: string): Page {
  const file = `pages/${name.replace(/^./, (letter) => letter.toUpperCase())}.tsx`;
  const load = COMPONENTS[`../${file}`];
  if (!load) throw new Error(`no ${file}`);
  const entry = PAGE_ENTRIES[name];
  const view = preloadable(load, entry.shell === 'site' ? OfflinePage : OfflinePageWithHeader);
  return { ...entry, name, path, view, source: `src/${file}` };
}

export const ACCOUNT_SHELL = preloadable(
  async () => (await import('./AccountShell.tsx')).AccountShell,
  OfflinePageWithHeader,
);

export const PAGES: readonly Page[] = PAGE_NAMES.map((name) => page(name, SITE_PATHS[name]));

export const NOT_FOUND_PAGE: Page = page('notFound', '*');

/** The account pages that follow one another without a tap on a link that could announce the next one. */
export const NEXT_PAGES: readonly Page[] = PAGES.filter(({ shell, aside }) => shell === 'account' && !aside);

/** The page at a pathname; the router takes a trailing slash lightly, and so does this. */
export function pageAt(pathname: string): Page {
  const wanted = plain(pathname);
  return PAGES.find(({ path }) => plain(path) === wanted) ?? NOT_FOUND_PAGE;
}

const plain = (pathname: string) => pathname.replace(/(?<=.)\/+$/, '');

/** Fetches all that a page needs to render. */
export async function preloadPage(page: Page): Promise<void> {
  await Promise.all([page.view.preload(), page.shell === 'account' && ACCOUNT_SHELL.preload()]);
}

/** Whether a page can be rendered without waiting for anything. */
export function isLoaded({ view, shell }: Page): boolean {
  return view.isLoaded() && (shell !== 'account' || ACCOUNT_SHELL.isLoaded());
}
