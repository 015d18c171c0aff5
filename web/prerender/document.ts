import { BRAND } from '../src/content/brand.ts';
import type { PageDocument, PageName } from '../src/content/pages.ts';
import { structuredData } from './structured-data.ts';
import { themeColours } from './theme-colours.ts';

const PAPER = themeColours('paper');

export interface BuiltPage extends PageDocument {
  readonly name: PageName;
  readonly path: string;
  readonly title: string;
  readonly markup: string;
  /** Style sheet shared by all pages. */
  readonly styles: string;
  /** Additional head elements rendered by the page, including its style sheets. */
  readonly head: string;
  readonly bootScript: string;
  readonly entry: string;
  /** The React chunk, which runs before the entry in a separate task. */
  readonly library: string;
  /** Page scripts, fetched when the browser is idle. */
  readonly chunks: readonly string[];
}

export function renderDocument(page: BuiltPage): string {
  const { markup, styles, head } = page;
  const script = scriptTag(page);
  // On other pages every control works without script, so the first paint need not wait for it.
  const early = /<form|data-hold/.test(markup);
  const centred = /<main [^>]*class="(account|result)"/.test(markup);
  const lines = [
    '<!doctype html>',
    `<html lang="${BRAND.language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    ...headTags(page),
    `<style>${styles}</style>${head}`,
    early && script,
    '</head>',
    `<body${centred ? ' data-centred' : ''}>`,
    `<div id="root">${markup}</div>`,
    centred && '<template id="end"></template>',
    !early && script,
    dataTag(page.name),
    '</body>',
    '</html>',
  ];
  return lines
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join('');
}

function scriptTag({ bootScript, entry, library, chunks, start }: BuiltPage): string {
  const data = { entry, library, chunks: chunks.join(' '), start };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${value}"`);
  return `<script${attributes.join('')}>${bootScript}</script>`;
}

/** Structured data for search engines; at the end, where it delays nothing. */
function dataTag(page: PageName): string {
  const data = structuredData(page);
  return data ? `<script type="application/ld+json">${embeddedJson(data)}</script>` : '';
}

function headTags(page: BuiltPage): string[] {
  const title = escapeHtml(page.title);
  const description = escapeHtml(page.description);
  const canonical = `${BRAND.origin}${page.path}`;
  const image = `${BRAND.origin}/social-card.png`;
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    ...(page.index ? [] : ['<meta name="robots" content="noindex">']),
    `<link rel="canonical" href="${canonical}">`,
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${PAPER.light}" media="(prefers-color-scheme:light)">`,
    `<meta name="theme-color" content="${PAPER.dark}" media="(prefers-color-scheme:dark)">`,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<meta property="og:type" content="${page.name === 'caseStudies' ? 'article' : 'website'}">`,
    `<meta property="og:site_name" content="${BRAND.name}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${canonical}">`,
    `<meta property="og:image" content="${image}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** JSON for a script element; escapes `<` so that the JSON cannot end the element. */
const embeddedJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
