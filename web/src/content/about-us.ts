import type { Block } from './rich-text.ts';

export const ABOUT_US = 'About Us';

/** Until it has text, the page is kept out of search engines and the sitemap. */
export const ABOUT_US_TEXT: readonly Block[] = [];
