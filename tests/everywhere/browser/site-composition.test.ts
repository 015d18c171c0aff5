import { readFile } from 'node:fs/promises';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../../../infra/emulators/tests/support/browser.ts';
import { BRAND } from '../../../web/src/content/brand.ts';
import { FAQ } from '../../../web/src/content/faq.ts';
import { CLIENTS_TITLE, CLOSING, HERO } from '../../../web/src/content/home.ts';
import { BOOK_CALL, CONTACT } from '../../../web/src/content/navigation.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { PROOF } from '../../../web/src/content/proof.ts';
import {
  EACH_ONCE,
  hydrated,
  PATHS,
  pageBrowser,
  readStyle,
  THEMES,
  watchShifts,
} from '../../support/browser/site-fixture.ts';
import * as steps from '../../support/browser/steps.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { readColour } from './colours.ts';

/* Visual details of the pages that a designer would check. */
const target = embeddedTarget();
const browser = pageBrowser();

it('the headline breaks between its sentences', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  await page.goto(target().url);
  const headline = page.getByRole('heading', { level: 1 });
  expect(await headline.textContent()).toBe(HERO.title);
  const lefts = await Promise.all(
    (await headline.locator('span').all()).map(async (part) => (await part.boundingBox())?.x),
  );
  expect(lefts.length).toBeGreaterThan(1);
  expect(new Set(lefts).size).toBe(1);
});

describe('a first visit, without the web font', () => {
  /** Each text with its height. */
  async function measure(fonts: boolean, width: number): Promise<readonly string[]> {
    const page = await browser.open({ viewport: { width, height: 900 } }, /ERR_FAILED/);
    if (!fonts) await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(target().url);
    if (fonts) {
      await page.evaluate('document.fonts.load("1rem Familjen Grotesk")');
      await page.reload();
    }
    await page.locator('.later').first().waitFor({ state: 'detached' });
    expect(await page.evaluate('document.fonts.check("1rem Familjen Grotesk")')).toBe(fonts);
    return page.evaluate<
      string[]
    >(`[...document.querySelectorAll('h1, h2, h3, p, dt, dd, blockquote')].map((text) => {
      return text.textContent.slice(0, 40) + ': ' + Math.round(text.getBoundingClientRect().height);
    })`);
  }

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

  // The fallback's widths are only nearly those of the font, so a text may wrap differently.
  it.each([1440, 1280])(
    'shows nearly every text as high as a second visit does, %i pixels wide',
    async (width) => {
      const [first, second] = [await measure(false, width), await measure(true, width)];
      const other = first.filter((text, index) => text !== second[index]);
      expect(other.length, other.join('\n')).toBeLessThanOrEqual(first.length / 20);
    },
  );
});

it.each(PATHS)('the word e-mail never breaks at its hyphen on %s, in any font or width', async (path) => {
  const page = await browser.open({}, /status of 404/);
  await page.goto(`${target().url}${path}`);
  await page.evaluate(`document.querySelectorAll('details').forEach((answer) => { answer.open = true; })`);
  const text = await page.evaluate<string>('document.querySelector("main").textContent');
  expect(text.match(/.{0,20}e-mail.{0,20}/gi)).toBeNull();
});

it('the rope in the success picture reaches the bollard', async () => {
  const picture = await readFile(
    new URL('../../../web/src/ui/pictures/success.svg', import.meta.url),
    'utf8',
  );
  const page = await browser.open();
  await page.setContent(picture);
  const gap = `(() => {
    const [rope, bollards] = ['[d^="M94 4"]', '[d^="M340 216"]'].map((path) => document.querySelector(path));
    const end = rope.getPointAtLength(rope.getTotalLength()).matrixTransform(rope.getCTM());
    const top = bollards.getPointAtLength(0).matrixTransform(bollards.getCTM());
    return Math.hypot(end.x - top.x, end.y - top.y);
  })()`;
  expect(await page.evaluate(gap)).toBeLessThan(15);
});

it('the home page quotes a client and links to the case study', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  await page.goto(target().url);
  const clients = page.getByRole('region', { name: CLIENTS_TITLE });
  await clients.getByText(PROOF.quote).waitFor();
  await clients.getByRole('link', { name: PROOF.link.label }).click();
  await page.waitForURL(`${target().url}/caseStudies`);
});

it('the FAQ aligns with the other pages and ends with a call to action', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  const edges = [];
  for (const path of ['/faq', '/caseStudies', '/subscribe']) {
    await page.goto(`${target().url}${path}`);
    edges.push((await page.getByRole('heading', { level: 1 }).boundingBox())?.x);
  }
  expect(new Set(edges).size).toBe(1);
  await page.goto(`${target().url}/faq`);
  await page.getByRole('main').getByRole('link', { name: BOOK_CALL.label }).click();
  await page.waitForURL(`${target().url}/booking-page`);
});

/** The last words of each heading and paragraph whose last line has only one word. */
const ORPHANS = `(() => {
  for (const section of document.querySelectorAll('.later')) section.classList.remove('later');
  return [...document.querySelectorAll('h1, h2, h3, p, blockquote')].flatMap((block) => {
    const words = [];
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { index, 0: word } of text.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        words.push({ word, bottom: range.getBoundingClientRect().bottom });
      }
    }
    const [before, last] = words.slice(-2);
    const wraps = words.length > 3 && last.bottom - before.bottom > 6;
    return wraps ? [before.word + ' ' + last.word] : [];
  });
})()`;

it('no text ends in a line of one word, on a desktop or a tablet', async () => {
  const page = await browser.open();
  for (const path of ['/', '/faq', '/caseStudies', '/booking-page', '/subscribe', '/cancel', '/login']) {
    await page.goto(`${target().url}${path}`);
    for (const width of [800, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate<string[]>(ORPHANS), `${path}, ${width} px`).toEqual([]);
    }
  }
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
  it.each(THEMES)('highlights the recommended plan in the %s theme', async (colorScheme) => {
    const page = await browser.open({ viewport: DESKTOP, colorScheme });
    await page.goto(`${target().url}/subscribe`);
    const look = (card: Locator) =>
      Promise.all(
        ['border-top-color', 'outline-style', 'box-shadow'].map((property) => readStyle(card, property)),
      );
    const [recommended, other] = [NEXT.title, FIRST.title].map((title) =>
      page.locator('.plan-card', { has: steps.planCard(page, title) }),
    );
    if (!recommended || !other) throw new Error('There are no such plans');
    const [looks, others] = [await look(recommended), await look(other)];
    for (const [index, value] of looks.entries()) expect(value).not.toBe(others[index]);
    expect(await readColour(recommended, 'outline-color')).toEqual(
      await readColour(recommended, 'border-top-color'),
    );
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

it.each([1440, 1280, 800, 390])(
  'the case study aligns its texts, charts and call to action in one column at %i pixels',
  async (width) => {
    const page = await browser.open({ viewport: { width, height: 900 } });
    await page.goto(`${target().url}/caseStudies`);
    await page.evaluate(
      `document.querySelectorAll('.later').forEach((part) => part.classList.remove('later'))`,
    );
    const charts = await Promise.all((await page.locator('figure .chart').all()).map(measureBox));
    const texts = await Promise.all((await page.locator('section > .rich-text').all()).map(measureBox));
    expect(charts).toHaveLength(2);
    const end = await measureBox(page.locator('.case-study-end a'));
    expect(new Set([...charts, ...texts, end].map(({ x }) => Math.round(x))).size).toBe(1);
    expect(new Set([...charts, ...texts].map((box) => Math.round(box.width))).size).toBe(1);
  },
);

it('the closing panel of the home page has a background pattern', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  await page.goto(target().url);
  const panel = page.getByRole('region', { name: CLOSING.title });
  expect(await readStyle(panel, 'background-image')).toMatch(
    /^radial-gradient\(.*repeating-radial-gradient\(/,
  );
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
