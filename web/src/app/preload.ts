import { logError } from '../lib/log.ts';
import { NEXT_PAGES, type Page, pageAt, preloadPage } from './pages.ts';

/** On an account page, preloads the others: they navigate to each other without a link. */
export function preloadNextPages(pathname: string): void {
  if (pageAt(pathname).shell === 'account') for (const page of NEXT_PAGES) preload(page);
}

/** Preloads the target page when a link is hovered, pressed or focused. */
export function preloadOnIntent(): void {
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, onIntent, { passive: true });
  }
}

function onIntent({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin === location.origin) preload(pageAt(link.pathname));
}

function preload(page: Page): void {
  preloadPage(page).catch((error: unknown) => logError('A page could not be fetched ahead of time', error));
}
