import { BRAND } from '../src/content/brand.ts';
import { SEO } from '../src/content/seo.ts';
import { themeColours } from './theme-colours.ts';

const PAPER = themeColours('paper').light;
const INDEXED = Object.entries(SEO).flatMap(([path, { index }]) => (index ? [path] : []));

/** Files for search engines and installers, by name. */
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
    ],
  }),
};

function sitemap(): string {
  const urls = INDEXED.map((path) => `  <url><loc>${BRAND.origin}${path}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
}
