import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { BRAND } from '../web/src/content/brand.ts';
import { ensureChromium } from './chromium.ts';
import { ROOT } from './step.ts';

/**
 * Renders the social card and icons as PNG from the site's SVG, text and design tokens. Run
 * `npx node scripts/brand-images.ts` after a brand change and commit the results.
 */
const WEB = join(ROOT, 'web');
const read = (file: string) => readFile(join(WEB, file), 'utf8');

const icon = await read('public/icon.svg');
const font = (await readFile(join(WEB, 'src/ui/fonts/familjen-grotesk.woff2'))).toString('base64');
const styles = `
  ${await read('src/ui/tokens.css')}
  @font-face { font-family: "Familjen Grotesk"; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
  body { margin: 0; background: var(--paper); color: var(--ink); font-family: var(--font) }`;

const card = `<style>${styles}
  main { display: grid; grid-template-columns: 1fr 520px; gap: 40px; align-items: center; height: 630px; padding: 0 56px; box-sizing: border-box }
  header { display: flex; gap: 16px; align-items: center; font-size: 36px; font-weight: 700; letter-spacing: -.03em }
  header svg { width: 56px }
  h1 { margin: 36px 0 0; font-size: 58px; line-height: 1.06; letter-spacing: -.025em; text-wrap: balance }</style>
  <main><div><header>${icon} ${BRAND.name}</header><h1>${BRAND.tagline}</h1></div>${await read('src/ui/pictures/hero.svg')}</main>`;
const square = `<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${icon}`;

const whole = square.replace('rx="16"', '');
/** A launcher may crop a maskable icon to a circle of four fifths: https://www.w3.org/TR/appmanifest/#icon-masks. */
const maskable = whole
  .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
  .replace(/<rect[^>]*>/, (rect) =>
    rect.replace('width="64" height="64"', 'x="-8" y="-8" width="80" height="80"'),
  );

const IMAGES = [
  { file: 'social-card.png', html: card, width: 1200, height: 630 },
  { file: 'icon-512.png', html: square, width: 512, height: 512 },
  { file: 'icon-maskable-512.png', html: maskable, width: 512, height: 512 },
  { file: 'apple-touch-icon.png', html: whole, width: 180, height: 180 },
  { file: 'favicon.ico', html: square, width: 48, height: 48 },
];

/** An ICO file that contains one PNG. */
function toIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.set([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0]);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
try {
  for (const { file, html, width, height } of IMAGES) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    await page.evaluate('document.fonts.ready');
    const png = await page.screenshot({ omitBackground: true });
    await writeFile(join(WEB, 'public', file), file.endsWith('.ico') ? toIco(png, width) : png);
    await page.close();
  }
} finally {
  await browser.close();
}
