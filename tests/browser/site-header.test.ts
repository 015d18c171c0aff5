import { SITE_PATHS } from '@outharbor/contract/paths';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../../infra/emulators/tests/support/browser.ts';
import { BRAND } from '../../web/src/content/brand.ts';
import { CLOSING } from '../../web/src/content/home.ts';
import { BOOK_CALL, HEADER_LINKS, LINKS, MENU_LINKS } from '../../web/src/content/navigation.ts';
import { PAGE_ENTRIES, PAGE_NAMES } from '../../web/src/content/pages.ts';
import { EACH_ONCE, hydrated, pageBrowser, VISITS, type Visit } from '../support/browser/site-fixture.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();
const browser = pageBrowser();

const BAR = [...HEADER_LINKS, BOOK_CALL];
/** Ends on the pricing page, whose header has other links. */
const TOUR = [...BAR.filter((item) => item !== LINKS.pricing), LINKS.pricing];

describe.each(EACH_ONCE)('the header $how', (how) => {
  const visit = (path: string) => browser.visit(how, `${target().url}${path}`);

  it('stays at the top while the page scrolls', async () => {
    const page = await visit('/');
    await page.getByRole('link', { name: CLOSING.action.label }).scrollIntoViewIfNeeded();
    await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.y).toBe(0);
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(500);
  });

  it('leads home from the logo', async () => {
    const page = await visit('/faq');
    const logo = page.getByRole('banner').getByRole('link', { name: `${BRAND.name} home page` });
    await logo.locator('svg').waitFor();
    await logo.click();
    await page.waitForURL(`${target().url}/`);
  });
});

describe.each(VISITS.filter(({ phone }) => !phone))('the header $how', (how) => {
  it('leads to every page of the bar', async () => {
    const page = await browser.visit(how, `${target().url}/AboutUs`);
    const banner = page.getByRole('banner');
    const links = banner.getByRole('navigation').getByRole('link');
    expect(await links.allInnerTexts()).toEqual(BAR.map(({ label }) => label));
    expect(await banner.getByRole('button').count()).toBe(0);
    for (const { label, to } of TOUR) {
      await links.getByText(label, { exact: true }).click();
      await page.waitForURL(`${target().url}${to}`);
    }
  });
});

const titleAt = (path: string) =>
  PAGE_NAMES.filter((name) => SITE_PATHS[name] === path).map((name) => PAGE_ENTRIES[name].title)[0];

describe.each(VISITS.filter(({ phone }) => phone))('the menu $how', (how) => {
  async function openMenu(visitor: Visit) {
    const page = await browser.visit(visitor, `${target().url}/AboutUs`);
    const items = page.getByRole('banner').getByRole('navigation').getByRole('link');
    expect(await items.count()).toBe(0);
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    await button.locator('svg').waitFor();
    await button.click();
    expect(await items.allInnerTexts()).toEqual(MENU_LINKS.map(({ label }) => label));
    return { page, button, items };
  }

  it('leads to every page of the menu and closes', async () => {
    const { page, button, items } = await openMenu(how);
    for (const { label, to } of MENU_LINKS) {
      if (!(await items.first().isVisible())) await button.click();
      await items.getByText(label, { exact: true }).click();
      await page.waitForURL(`${target().url}${to}`);
      await items.first().waitFor({ state: 'hidden' });
      // Set with the focus, which closes a menu that is opened before.
      await expect.poll(() => page.title()).toBe(titleAt(to));
    }
  });

  it('closes on a click outside and with its button', async () => {
    const { page, button, items } = await openMenu(how);
    // In the page's margin, where no text can bring a link.
    await page.mouse.click(4, 700);
    await items.first().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/AboutUs');
    await button.click();
    await items.first().waitFor();
    await button.click();
    await items.first().waitFor({ state: 'hidden' });
  });
});

it('the bar navigates by keyboard without a reload and focuses the main content, without a ring', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  await page.goto(`${target().url}/AboutUs`);
  await hydrated(page);
  await page.evaluate('window.sameDocument = true');
  for (const { label, to } of TOUR) {
    await page.getByRole('banner').getByRole('link', { name: label, exact: true }).press('Enter');
    await page.waitForURL(`${target().url}${to}`);
    await page.locator('main:focus-visible').waitFor();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('main')).outlineStyle`)).toBe('none');
  }
  expect(await page.evaluate('window.sameDocument')).toBe(true);
});
