import { ERROR_TITLE, TITLES } from '../content/titles.ts';

/**
 * Puts the head in step with the page after a client-side navigation. Only people navigate like that, and what they
 * see of a head is its title.
 */
export function applyHead(path: string): void {
  document.title = Object.hasOwn(TITLES, path) ? TITLES[path as keyof typeof TITLES] : ERROR_TITLE;
}
