import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ABOUT_US } from '../../web/src/content/about-us.ts';
import { LOGIN, REGISTER } from '../../web/src/content/account.ts';
import { BOOKING } from '../../web/src/content/booking.ts';
import { BRAND } from '../../web/src/content/brand.ts';
import { CASE_STUDY, CASE_STUDY_SECTIONS } from '../../web/src/content/case-study.ts';
import { CLIENTS } from '../../web/src/content/clients.ts';
import { CANCEL, ERROR_PAGE } from '../../web/src/content/errors.ts';
import { FAQ, FAQ_PAGE } from '../../web/src/content/faq.ts';
import { BENEFITS, CLIENTS_TITLE, CLOSING, HERO, STEPS } from '../../web/src/content/home.ts';
import { BOOK_CALL } from '../../web/src/content/navigation.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import type { Block } from '../../web/src/content/rich-text.ts';
import { SUCCESS } from '../../web/src/content/success.ts';
import { EACH_ONCE, hydrated, pageBrowser } from '../support/browser/site-fixture.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();
const browser = pageBrowser();

const SCREENS = [
  { path: '/', title: HERO.title, sharedHeader: true },
  { path: '/faq', title: FAQ_PAGE.title, sharedHeader: true },
  { path: '/AboutUs', title: ABOUT_US, sharedHeader: true },
  { path: '/caseStudies', title: CASE_STUDY.title, sharedHeader: true },
  { path: '/booking-page', title: BOOKING.title, sharedHeader: true },
  { path: '/subscribe', title: PRICING.title, sharedHeader: false },
  { path: '/register', title: REGISTER.title, sharedHeader: false },
  { path: '/login', title: LOGIN.submit, sharedHeader: false },
  { path: '/success?session_id=cs_test_1', title: SUCCESS.title, sharedHeader: false },
  { path: '/cancel', title: CANCEL.title, sharedHeader: false },
] as const;

/** Reads a page's key figures as pairs of value and label. */
async function readFacts(page: Page): Promise<(string | null)[][]> {
  const facts = await page.locator('.facts > div').all();
  return Promise.all(
    facts.map((fact) =>
      Promise.all([fact.locator('dd').textContent(), fact.locator('dt').textContent()] as const),
    ),
  );
}

async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo');
  expect(await footer.locator('.logo').textContent()).toBe(BRAND.name);
  expect(await footer.locator('.logo svg').count()).toBe(1);
  expect(await footer.getByRole('paragraph').last().textContent()).toBe(
    `© ${BRAND.copyrightYear} ${BRAND.name}`,
  );
}

const plainText = (blocks: readonly Block[]) => blocks.flat().join('').replaceAll('**', '');

const isOpen = async (item: Locator) => (await item.getAttribute('open')) !== null;

describe.each(EACH_ONCE)('site content $how', (how) => {
  const visit = (path: string) => browser.visit(how, `${target().url}${path}`);

  it('has every section of the home page in order', async () => {
    const page = await visit('/');
    expect(await page.locator('main :is(h1, h2, h3)').allTextContents()).toEqual([
      HERO.title,
      BENEFITS.title,
      ...BENEFITS.items.map(({ title }) => title),
      CLIENTS_TITLE,
      STEPS.title,
      ...STEPS.items.map(({ title }) => title),
      CLOSING.title,
    ]);
    expect(await page.locator('.benefits li > .icon').count()).toBe(6);
    expect(await page.locator('.steps li img[alt]').count()).toBe(STEPS.items.length);
    const names = await page.locator('.clients li:has(svg)').allTextContents();
    expect(names).toEqual(CLIENTS.map(({ name }) => name));
    await expectFooter(page);
  });

  it('shows the claims on the home page', async () => {
    const page = await visit('/');
    expect(await readFacts(page)).toEqual(HERO.facts.map(({ value, label }) => [value, label]));
    expect(await page.locator('.hero .lead').textContent()).toBe(HERO.text);
    expect(await page.locator('.benefits li').allTextContents()).toEqual(
      BENEFITS.items.map(({ title, text }) => `${title}${text}`),
    );
    const steps = await page.locator('.steps li').allTextContents();
    for (const [index, { text }] of STEPS.items.entries()) expect(steps[index]).toContain(text);
  });

  it('shows each answer of the FAQ as rich text', async () => {
    const page = await visit('/faq');
    expect(await page.locator('details').allTextContents()).toEqual(
      FAQ.map(({ question, answer }) => `${question}${plainText(answer)}`),
    );
    const strong = FAQ.filter(({ answer }) => JSON.stringify(answer).includes('**')).length;
    expect(await page.locator('details:has(.rich-text strong)').count()).toBe(strong);
    await expectFooter(page);
  });

  it('gives an email address for questions', async () => {
    const page = await visit('/faq');
    expect(await page.locator('.faq-contact').textContent()).toBe(`${FAQ_PAGE.contact} ${BRAND.email}.`);
    const link = page.getByRole('link', { name: BRAND.email });
    expect(await link.getAttribute('href')).toBe(`mailto:${BRAND.email}`);
  });

  it('shows the case study in six sections with two images', async () => {
    const page = await visit('/caseStudies');
    expect(await page.locator('article h2').allTextContents()).toEqual(
      CASE_STUDY_SECTIONS.map(({ title }) => title),
    );
    const images = await page.locator('figure [role="img"]').all();
    const labels = await Promise.all(images.map((image) => image.getAttribute('aria-label')));
    expect(labels).toEqual(CASE_STUDY_SECTIONS.flatMap(({ figure }) => (figure ? [figure.alt] : [])));
    expect(await readFacts(page)).toEqual(CASE_STUDY.results.map(({ value, label }) => [value, label]));
    await expectFooter(page);
    await page.getByRole('article').getByRole('link', { name: BOOK_CALL.label }).last().click();
    await page.waitForURL(`${target().url}/booking-page`);
  });

  it('shows only the title on the About Us page', async () => {
    const page = await visit('/AboutUs');
    expect(await page.getByRole('main').textContent()).toBe(ABOUT_US);
  });
});

describe.each(EACH_ONCE)('the site $how', (how) => {
  const visit = (path: string) => browser.visit(how, `${target().url}${path}`);

  it('serves every screen at its path, with the shared header where specified', async () => {
    const page = await browser.open(how.options);
    for (const { path, title, sharedHeader } of SCREENS) {
      const response = await page.goto(`${target().url}${path}`);
      expect(response?.status(), path).toBe(200);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([title]);
      const links = page.getByRole('navigation', { name: 'Main', includeHidden: true });
      expect((await links.count()) > 0, path).toBe(sharedHeader);
    }
  });

  it('shows a page at every spelling of its path', async () => {
    const page = await visit('/PRICING/?plan=pro');
    expect(page.url()).toBe(`${target().url}/subscribe?plan=pro`);
  });

  it('leads from both calls to action on the home page to the booking page', async () => {
    const page = await visit('/');
    for (const name of [HERO.action.label, CLOSING.action.label]) {
      await page.getByRole('main').getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`${target().url}/booking-page`);
      await page.getByRole('heading', { name: BOOKING.title }).waitFor();
      await page.goBack();
    }
  });

  it('shows a cancelled payment and leads to pricing or home', async () => {
    const page = await visit('/cancel');
    await page.getByRole('main').getByRole('link', { name: CANCEL.back }).click();
    await page.waitForURL(`${target().url}/subscribe`);
    await page.goBack();
    expect(await page.getByRole('main').getByRole('heading').allTextContents()).toEqual([CANCEL.title]);
    await page.getByRole('img', { name: CANCEL.pictureAlt }).waitFor();
    await page.getByRole('link', { name: ERROR_PAGE.home, exact: true }).click();
    await page.waitForURL(`${target().url}/`);
  });

  it("answers an unknown address with 404, the router's error and a link home", async () => {
    const page = await browser.open(how.options, /404/);
    const response = await page.goto(`${target().url}/no/such/page`);
    expect(response?.status()).toBe(404);
    if (how.script) await hydrated(page);
    await page.getByRole('heading', { name: ERROR_PAGE.title }).waitFor();
    await page.getByRole('link', { name: ERROR_PAGE.home }).click();
    await page.waitForURL(`${target().url}/`);
  });
});

describe.each(EACH_ONCE)('a visitor $how', (how) => {
  it('opens one FAQ answer at a time and closes the open one', async () => {
    const page = await browser.visit(how, `${target().url}/faq`);
    const items = await page.locator('details').all();
    expect(items).toHaveLength(FAQ.length);
    expect(await Promise.all(items.map(isOpen))).not.toContain(true);
    for (const [chosen, item] of items.entries()) {
      await item.locator('summary').click();
      await item.locator('.rich-text').waitFor();
      const open = await Promise.all(items.map(isOpen));
      expect(open).toEqual(items.map((_, index) => index === chosen));
    }
    await items.at(-1)?.locator('summary').click();
    expect(await Promise.all(items.map(isOpen))).not.toContain(true);
  });
});
