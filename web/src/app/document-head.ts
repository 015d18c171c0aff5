import { BRAND } from '../content/brand.ts';
import { ERROR_SEO, type PageSeo, SEO } from '../content/seo.ts';

/** Titles, description and indexing of the page at a path of the route table. */
export function seoOf(path: string): PageSeo {
  return Object.hasOwn(SEO, path) ? SEO[path as keyof typeof SEO] : ERROR_SEO;
}

export function canonicalOf(path: string): string {
  return `${BRAND.origin}${path}`;
}

/** Puts the head in step with the page after a client-side navigation. */
export function applyHead(path: string): void {
  const { title, description, index } = seoOf(path);
  document.title = title;
  setAttribute('meta[name="description"]', 'content', description);
  setAttribute('meta[name="robots"]', 'content', index ? 'index,follow' : 'noindex');
  setAttribute('link[rel="canonical"]', 'href', canonicalOf(path));
}

function setAttribute(selector: string, attribute: string, value: string): void {
  document.querySelector(selector)?.setAttribute(attribute, value);
}
