import { BRAND } from '../content/brand.ts';
import { ERROR_SEO, type PageSeo, SEO } from '../content/seo.ts';

/** Title, description and indexing of the page at a path of the route table. */
export function seoOf(path: string): PageSeo {
  return Object.hasOwn(SEO, path) ? SEO[path as keyof typeof SEO] : ERROR_SEO;
}

export function canonicalOf(path: string): string {
  return `${BRAND.origin}${path}`;
}
