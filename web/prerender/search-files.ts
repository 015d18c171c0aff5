import { SITE_PATHS } from '@outharbor/contract/paths';
import { BRAND } from '../src/content/brand.ts';
import { CONTENT_CHANGED, PAGE_NAMES, pageDocuments } from '../src/content/pages.ts';
import { themeColours } from './theme-colours.ts';

const PAPER = themeColours('paper').light;
const DOCUMENTS = pageDocuments();
const INDEXED = PAGE_NAMES.filter((name) => DOCUMENTS[name].index);

/** Contents of robots.txt, the sitemap and the web manifest, by file name. */
export const SEARCH_FILES: Readonly<Record<string, string>> = {
  'robots.txt': `User-agent: *\nDisallow: /api/\n\nSitemap: ${BRAND.origin}/sitemap.xml\n`,
  'sitemap.xml': sitemap(),
  'site.webmanifest': JSON.stringify({
    name: BRAND.name,
    short_name: BRAND.name,
    description: BRAND.tagline,
    start_url: '/',
    display: 'browser',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }),
};

function sitemap(): string {
  const urls = INDEXED.map(
    (name) =>
      `  <url><loc>${BRAND.origin}${SITE_PATHS[name]}</loc><lastmod>${CONTENT_CHANGED}</lastmod></url>`,
  ).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
}
