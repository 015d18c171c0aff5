import { logError } from '../lib/log.ts';
import { NEXT_PAGES, pageAt, preloadPage } from './pages.ts';

/** On an account page, preloads the others: they navigate to each other without a link. */
export function preloadNextPages(pathname: string): void {
  if (pageAt(pathname).shell !== 'account') return;
  for (const page of NEXT_PAGES) {
    preloadPage(page).catch((error: unknown) => logError('A page could not be fetched ahead of time', error));
  }
}
