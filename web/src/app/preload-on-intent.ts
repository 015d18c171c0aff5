import { logError } from '../lib/log.ts';
import { pageAt, preloadPage } from './pages.ts';

/** Preloads the target page when a link is hovered, pressed or focused. */
export function preloadOnIntent(): void {
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, onIntent, { passive: true });
  }
}

function onIntent({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin) return;
  preloadPage(pageAt(link.pathname)).catch((error: unknown) =>
    logError('A page could not be fetched ahead of time', error),
  );
}
