import { SITE_PATHS } from '@outharbor/contract/paths';
import { PLANS } from '@outharbor/contract/plans';
import { describe, expect, it } from 'vitest';
import { BRAND } from '../../web/src/content/brand.ts';
import { FAQ } from '../../web/src/content/faq.ts';
import { PAGE_NAMES, pageDocuments } from '../../web/src/content/pages.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();

const listPaths = (index: boolean) =>
  PAGE_NAMES.filter((name) => pageDocuments()[name].index === index).map((name) => SITE_PATHS[name]);
const PUBLIC = listPaths(true);
const PRIVATE = listPaths(false);
const ORIGIN = BRAND.origin;

const textAt = async (path: string) => (await fetch(`${target().url}${path}`)).text();
const metaContent = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

async function readData(path: string): Promise<Record<string, unknown>> {
  const [, json = '{}'] =
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await textAt(path)) ?? [];
  return JSON.parse(json) as Record<string, unknown>;
}

describe('metadata for search engines and social networks', () => {
  it.each(PUBLIC)('%s has a title, description, canonical URL and social card', async (path) => {
    const html = await textAt(path);
    expect(html).toMatch(/<title>[^<]{10,}<\/title>/);
    expect(metaContent(html, 'description')?.length).toBeGreaterThan(40);
    expect(metaContent(html, 'robots')).toBeUndefined();
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}">`);
    expect(metaContent(html, 'og:type')).toBe(path === '/caseStudies' ? 'article' : 'website');
    expect(metaContent(html, 'og:url')).toBe(`${ORIGIN}${path}`);
    expect(metaContent(html, 'twitter:card')).toBe('summary_large_image');
    const image = new URL(metaContent(html, 'og:image') ?? '');
    const answer = await fetch(`${target().url}${image.pathname}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it.each(PRIVATE)('%s is not indexed', async (path) => {
    expect(metaContent(await textAt(path), 'robots')).toBe('noindex');
  });

  it('every page has a unique title and description', async () => {
    const pages = await Promise.all([...PUBLIC, ...PRIVATE].map(textAt));
    expect(new Set(pages.map((html) => /<title>(.*?)<\/title>/.exec(html)?.[1])).size).toBe(pages.length);
    expect(new Set(pages.map((html) => metaContent(html, 'description'))).size).toBe(pages.length);
  });

  it('the sitemap lists exactly the public pages', async () => {
    const sitemap = await textAt('/sitemap.xml');
    const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)];
    expect(listed.map(([, address]) => address)).toEqual(PUBLIC.map((path) => `${ORIGIN}${path}`));
    expect(await textAt('/robots.txt')).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  });

  it('the icons exist, and one may be cropped', async () => {
    const { icons } = JSON.parse(await textAt('/site.webmanifest')) as {
      icons: { src: string; purpose?: string }[];
    };
    for (const src of ['/favicon.ico', ...icons.map((icon) => icon.src)])
      expect((await fetch(`${target().url}${src}`)).headers.get('content-type')).toMatch(/^image\//);
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  });

  it('structured data describes the organization, FAQ, article and offers', async () => {
    expect(await readData('/')).toMatchObject({ '@type': 'Organization', name: BRAND.name });
    if (FAQ.length > 0) expect((await readData('/faq')).mainEntity).toHaveLength(FAQ.length);
    expect(await readData('/caseStudies')).toMatchObject({ '@type': 'Article' });
    const offers = (await readData('/subscribe'))['@graph'] as { offers: { price: string } }[];
    expect(offers.map(({ offers: { price } }) => Number(price))).toEqual(PLANS.map(({ price }) => price));
  });
});

it('the notices name the bundled libraries and their licences', async () => {
  const notices = await textAt('/third-party-notices.txt');
  for (const library of ['react-dom', 'react-router', 'firebase'])
    expect(notices).toMatch(new RegExp(`^## ${library} - [\\d.]+ \\((MIT|Apache-2\\.0)\\)$`, 'm'));
});
