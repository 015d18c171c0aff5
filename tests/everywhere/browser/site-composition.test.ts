import { SITE_PATHS } from '@outharbor/contract/paths';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../../../infra/emulators/tests/support/browser.ts';
import { BRAND } from '../../../web/src/content/brand.ts';
import { FAQ } from '../../../web/src/content/faq.ts';
import { CLIENTS_TITLE } from '../../../web/src/content/home.ts';
import { BOOK_CALL, CONTACT } from '../../../web/src/content/navigation.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { EXAMPLE_NOTICE, PROOF } from '../../../web/src/content/proof.ts';
import { EACH_ONCE, hydrated, pageBrowser, watchShifts } from '../../support/browser/site-fixture.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';

/* Visual details of the pages that a designer would check. */
const target = embeddedTarget();
const browser = pageBrowser();

describe('a first visit, without the web font', () => {
  it('changes to the font when it arrives after the first paint, without a layout shift', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await watchShifts(page);
    const session = await page.context().newCDPSession(page);
    const arrival = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto(target().url, { waitUntil: 'commit' });
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))');
    const headlineFont = async () => {
      await session.send('DOM.enable');
      await session.send('CSS.enable');
      const { root } = await session.send('DOM.getDocument');
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      return fonts.map(({ familyName }) => familyName);
    };
    expect(await headlineFont()).not.toContain('Familjen Grotesk');
    arrival.resolve();
    await expect.poll(headlineFont).toEqual(['Familjen Grotesk']);
    expect(await page.evaluate('moved')).toBeLessThan(0.001);
  });
});

it('a phone changes to the web font at the first touch, without a layout shift', async () => {
  const page = await browser.open({ viewport: PHONE, hasTouch: true });
  await watchShifts(page);
  const fonts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
  await page.goto(target().url, { waitUntil: 'networkidle' });
  expect(fonts).toEqual([]);
  await page.touchscreen.tap(200, 300);
  await expect.poll(() => page.evaluate(`document.fonts.check('16px "Familjen Grotesk"')`)).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(fonts).toHaveLength(1);
  expect(await page.evaluate('moved')).toBeLessThan(0.001);
});

it('a phone that saves data keeps the fallback font', async () => {
  const page = await browser.open({ viewport: PHONE, hasTouch: true });
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
  await page.goto(target().url, { waitUntil: 'networkidle' });
  await page.touchscreen.tap(200, 300);
  await hydrated(page);
  expect(await page.evaluate('document.documentElement.dataset.font')).toBeUndefined();
});

it.each([15, 16, 17])('the dot of a bold i stands apart at %d pixels', async (size) => {
  const page = await browser.open({ viewport: DESKTOP });
  await page.goto(target().url, { waitUntil: 'networkidle' });
  const rows = await page.evaluate<number[]>(`(async () => {
    const font = '700 ${size}px "Familjen Grotesk"';
    await document.fonts.load(font);
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    context.font = font;
    context.fillText('i', 2, 20);
    const { data } = context.getImageData(0, 0, 12, 20);
    return Array.from({ length: 20 }, (_, y) =>
      Math.max(...Array.from({ length: 12 }, (_, x) => data[4 * (12 * y + x) + 3])));
  })()`);
  const inked = rows.slice(rows.findIndex((row) => row > 128));
  expect(Math.min(...inked)).toBeLessThan(128);
});

it('the home page quotes clients by name, says if they are examples and links to the case study', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  await page.goto(target().url);
  const clients = page.getByRole('region', { name: CLIENTS_TITLE });
  for (const { quote, name, role, picture, fact } of PROOF.quotes) {
    const one = clients.getByRole('figure').filter({ hasText: quote });
    for (const text of [name, role, fact.value]) await one.getByText(text, { exact: true }).waitFor();
    expect((await fetch(`${target().url}${picture}`)).headers.get('content-type')).toMatch(/^image\//);
  }
  expect(await clients.getByText(EXAMPLE_NOTICE).count()).toBe(PROOF.example ? 1 : 0);
  await clients.getByRole('link', { name: PROOF.link.label }).click();
  await page.waitForURL(`${target().url}/caseStudies`);
});

if (FAQ.length > 0)
  it('the FAQ prints every answer', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/faq`);
    const answers = await page.locator('details .rich-text').all();
    await page.locator('summary').first().click();
    await answers[0]?.waitFor();
    expect(await answers.at(-1)?.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    for (const [index, answer] of answers.entries()) {
      expect(await answer.isVisible()).toBe(true);
      const next = page.locator('summary').nth(index + 1);
      if (await next.count()) expect(await topEdge(next)).toBeGreaterThanOrEqual(await bottomEdge(answer));
    }
  });

describe('the pricing page', () => {
  it('shows the whole badge of the recommended plan on a phone, also after a navigation', async () => {
    const page = await browser.open({ viewport: PHONE });
    await page.goto(`${target().url}/faq`);
    await hydrated(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await page.getByText(PRICING.recommended, { exact: true }).scrollIntoViewIfNeeded();
    const isOnTop = await page.evaluate(`(() => {
      const badge = document.querySelector('.plan-badge');
      const { left, top, width } = badge.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + 2) === badge;
    })()`);
    expect(isOnTop).toBe(true);
  });

  it('shows the guarantee, two questions and a call to action below the plans', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/subscribe`);
    expect(await page.getByRole('main').getByRole('term').allTextContents()).toEqual([
      PRICING.questions[0].question,
      PRICING.questions[1].question,
    ]);
    const guarantee = page.getByRole('region', { name: PRICING.guarantee });
    expect(await topEdge(guarantee)).toBeGreaterThan(await bottomEdge(page.locator('.plan-grid')));
    await guarantee.getByText(PRICING.guaranteeText).waitFor();
    await guarantee.getByRole('link', { name: BOOK_CALL.label }).click();
    await page.waitForURL(`${target().url}/booking-page`);
  });
});

describe.each(EACH_ONCE)('a visitor $how', (how) => {
  it('reaches the home page through the logo on the pages around a payment and the error page', async () => {
    const page = await browser.open(how.options, /404/);
    for (const path of [SITE_PATHS.success, SITE_PATHS.cancel, '/no-such-page']) {
      await page.goto(`${target().url}${path}`);
      if (how.script) await hydrated(page);
      await page
        .getByRole('main')
        .getByRole('link', { name: `${BRAND.name} home page` })
        .click();
      await page.waitForURL(`${target().url}/`);
    }
  });

  it('finds a contact address in the footer', async () => {
    const page = await browser.visit(how, `${target().url}/AboutUs`);
    const contact = page.getByRole('contentinfo').getByRole('link', { name: CONTACT });
    expect(await contact.getAttribute('href')).toBe(`mailto:${BRAND.email}`);
  });
});

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function measureBox(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return box;
}

const topEdge = async (element: Locator) => (await measureBox(element)).y;
const bottomEdge = async (element: Locator) => {
  const { y, height } = await measureBox(element);
  return y + height;
};
