import { pagePath, SITE_PATHS } from '@outharbor/contract/paths';
import type { ComponentType } from 'react';
import { PAGE_ENTRIES, PAGE_NAMES, type PageEntry, type PageName } from '../content/pages.ts';
import { type Preloadable, preloadable } from './preloadable.tsx';

export interface Page extends PageEntry {
  readonly name: PageName;
  readonly path: string;
  readonly view: Preloadable;
  /** Source file, as named in the build manifest. */
  readonly source: string;
}

const COMPONENTS = import.meta.glob<ComponentType>('../pages/*.tsx', { import: 'Page' });

/** Throws, and so fails the build, if a page has no component file. */
function page(name: PageName, path: string): Page {
  const file = `pages/${name.replace(/^./, (letter) => letter.toUpperCase())}.tsx`;
  const load = COMPONENTS[`../${file}`];
  if (!load) throw new Error(`no ${file}`);
  const entry = PAGE_ENTRIES[name];
  return { ...entry, name, path, view: preloadable(load), source: `src/${file}` };
}

export const ACCOUNT_SHELL = preloadable(async () => (await import('./AccountShell.tsx')).AccountShell);

export const PAGES: readonly Page[] = PAGE_NAMES.map((name) => page(name, SITE_PATHS[name]));

export const NOT_FOUND_PAGE: Page = page('notFound', '*');

/** Account pages that navigate to each other without a link that could trigger preloading. */
export const NEXT_PAGES: readonly Page[] = PAGES.filter(
  ({ shell, onDemand }) => shell === 'account' && !onDemand,
);

/** The page that a pathname means. */
export function pageAt(pathname: string): Page {
  const path = pagePath(pathname);
  return PAGES.find((page) => page.path === path) ?? NOT_FOUND_PAGE;
}

export async function preloadPage(page: Page): Promise<void> {
  await Promise.all([page.view.preload(), page.shell === 'account' && ACCOUNT_SHELL.preload()]);
}

export function isLoaded({ view, shell }: Page): boolean {
  return view.isLoaded() && (shell !== 'account' || ACCOUNT_SHELL.isLoaded());
}
