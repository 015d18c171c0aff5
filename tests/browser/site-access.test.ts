import { SITE_PATHS } from '@outharbor/contract/paths';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../infra/emulators/tests/support/accessibility.ts';
import { DESKTOP, PHONE } from '../../infra/emulators/tests/support/browser.ts';
import { FIELDS, LOGIN, REGISTER } from '../../web/src/content/account.ts';
import { PROFILE, RECEIPTS } from '../../web/src/content/account-page.ts';
import { FAQ } from '../../web/src/content/faq.ts';
import { HERO } from '../../web/src/content/home.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { LINKS } from '../../web/src/content/navigation.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import * as site from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember, newSubscriber } from '../support/members.ts';

const target = embeddedTarget();
const browser = site.pageBrowser();

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const READER: site.Visitor = { script: true, options: { viewport: DESKTOP, reducedMotion: 'reduce' } };

async function visit(path: string, viewport = DESKTOP): Promise<Page> {
  const page = await browser.open({ viewport, reducedMotion: 'reduce' }, /404/);
  await page.goto(`${target().url}${path}`);
  await site.hydrated(page);
  return page;
}

/** Asserts one main landmark, one h1, and no skipped heading levels. */
async function expectOutline(page: Page): Promise<void> {
  const tree = await page.locator('body').ariaSnapshot();
  expect(tree.split('\n')[0]).toContain('link "Skip to content"');
  expect(tree.match(/^\s*- main/gm)).toHaveLength(1);
  const levels = [...tree.matchAll(/heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.reduce((before, level) => {
    expect(level).toBeLessThanOrEqual(before + 1);
    return level;
  }, 0);
}

/** Controls less than 24 pixels high or wide. */
const SMALL_CONTROLS = `[...document.querySelectorAll('a:not(p a, .skip-link), button, summary, input')]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }))
  .filter((control) => {
    const { width, height } = control.getBoundingClientRect();
    return Math.min(width, height) < 24;
  })
  .map((control) => control.outerHTML)`;

async function expectTargetSizes(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.later').count()).toBe(0);
  expect(await page.evaluate(SMALL_CONTROLS), 'small controls').toEqual([]);
}

async function expectAccessible(page: Page): Promise<void> {
  await expectOutline(page);
  // Ends as the next page of the tab begins.
  for (const [viewport, colorScheme] of [
    [PHONE, 'dark'],
    [DESKTOP, 'light'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page, RULES), `${colorScheme}, ${viewport.width} px`).toEqual([]);
  }
  await expectTargetSizes(page);
}

it.each(site.PATHS)('%s has a valid outline, no axe violations and sufficient target sizes', async (path) => {
  await expectAccessible(await browser.visit(READER, `${target().url}${path}`, /404/));
});

it("a subscriber's account page is accessible", async () => {
  const page = await browser.open({ viewport: DESKTOP, reducedMotion: 'reduce' });
  await steps.openSignedIn(page, target().url, await newSubscriber(target(), NEXT.price), SITE_PATHS.account);
  await page.getByRole('link', { name: RECEIPTS.receipt }).waitFor();
  await page.getByRole('button', { name: PROFILE.sendAgain }).waitFor();
  await expectAccessible(page);
});

describe('axe finds no violations', () => {
  it.each(site.THEMES)(
    'while a menu, an answer, a hint and a toast are open in the %s theme',
    async (colorScheme) => {
      const page = await visit('/faq', PHONE);
      await page.emulateMedia({ colorScheme });
      if (FAQ.length > 0) await page.locator('summary').first().click();
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await accessibilityViolations(page, RULES)).toEqual([]);
      await page.goto(`${target().url}/register`);
      await page.getByRole('button', { name: REGISTER.submit }).click();
      await page.getByText(MESSAGES.fillAllFields).waitFor();
      await site.atRest(steps.toasts(page));
      expect(await accessibilityViolations(page, RULES)).toEqual([]);
    },
  );
});

describe('for screen readers, the page', () => {
  const readTree = async (path: string, viewport = DESKTOP) =>
    (await visit(path, viewport)).locator('body').ariaSnapshot();

  it('distinguishes included from missing features', async () => {
    const tree = await readTree('/subscribe');
    const first = tree.slice(
      tree.indexOf(`article "${FIRST.title}"`),
      tree.indexOf(`article "${NEXT.title}"`),
    );
    for (const part of ['img "Included"', 'img "Not included"', `button "${PRICING.book} ${FIRST.title}"`])
      expect(first).toContain(part);
  });

  it('marks the current page in the header and names the menu', async () => {
    const page = await visit('/caseStudies');
    const current = page.getByRole('banner').locator('[aria-current="page"]').filter({ visible: true });
    expect(await current.allTextContents()).toEqual([LINKS.caseStudies.label]);
    expect(await readTree('/caseStudies', PHONE)).toContain('button "Menu"');
  });
});

describe('with the keyboard only', () => {
  it('the skip link skips the header', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(target().url);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page
      .getByRole('main')
      .getByRole('link', { name: HERO.action.label })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('the menu opens, closes on Escape and navigates', async () => {
    const page = await browser.open({ viewport: PHONE });
    await page.goto(`${target().url}/AboutUs`);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('banner').getByRole('navigation').getByRole('link');
    await items.first().waitFor();
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
    await menu.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${target().url}/caseStudies`);
  });

  if (FAQ.length > 0)
    it('an FAQ answer opens and closes', async () => {
      const page = await browser.open({ viewport: DESKTOP });
      await page.goto(`${target().url}/faq`);
      const first = page.locator('details').first();
      await first.locator('summary').focus();
      await page.keyboard.press('Enter');
      expect(await first.getAttribute('open')).not.toBeNull();
      await page.keyboard.press('Space');
      expect(await first.getAttribute('open')).toBeNull();
    });

  it.each([DESKTOP, PHONE])('after logging out, focus moves to Login, %o', async (viewport) => {
    const page = await browser.open({ viewport });
    await steps.openSignedIn(page, target().url, await newMember(target()));
    await steps.untilSignedIn(page);
    await steps.openAccountControls(page);
    await page.getByRole('button', { name: PRICING.logout }).focus();
    await page.keyboard.press('Enter');
    await steps.seesToast(page, MESSAGES.loggedOut);
    await page.getByRole('link', { name: PRICING.login }).and(page.locator(':focus')).waitFor();
  });

  it('a toast closes on Escape or with its button, which restores focus', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/login`);
    await site.hydrated(page);
    await page.getByLabel(FIELDS.email).press('Enter');
    await page.getByLabel(FIELDS.email).press('Enter');
    const closings = page.getByRole('button', { name: 'Close notification' });
    await closings.nth(1).hover();
    await page.keyboard.press('Escape');
    await closings.nth(1).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: LOGIN.switchLink }).focus();
    await page.keyboard.press('Tab');
    await closings.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await closings.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: LOGIN.switchLink }).and(page.locator(':focus')).waitFor();
  });
});
