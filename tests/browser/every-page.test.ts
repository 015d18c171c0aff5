import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, SMALLEST } from '../../infra/emulators/tests/support/browser.ts';
import { horizontalOverflow, PATHS, pageBrowser, THEMES } from '../support/browser/site-fixture.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { expectAccessible } from './accessible.ts';
import { expectShown, readFocus } from './focus.ts';
import { moving } from './motion.ts';

const target = embeddedTarget();
const browser = pageBrowser();

/** Lists elements whose overflowing content is hidden. */
const cutOff = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((element) => !element.closest('svg, .visually-hidden, noscript'))
    .filter((element) => getComputedStyle(element).overflow !== 'visible')
    .filter((element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 8)
    .map((element) => element.tagName + '.' + element.className + ': ' + element.textContent)`);

/** A desktop viewport at 200% zoom. */
const HALF = { width: 640, height: 400 };

async function expectReadable(page: Page): Promise<void> {
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await cutOff(page)).toEqual([]);
}

/** Asserts that every control can be scrolled into view and clicked. */
async function expectReachable(page: Page): Promise<void> {
  const controls = page.locator('a:not(.skip-link), button, summary, input').filter({ visible: true });
  for (const control of await controls.all()) await control.click({ trial: true, timeout: 5000 });
}

const setTextSize = (page: Page, size: string) =>
  page.locator('html').evaluate((root, fontSize) => {
    (root as unknown as { style: { fontSize: string } }).style.fontSize = fontSize;
  }, size);

describe.each(PATHS)('%s', (path) => {
  const page = browser.visitOnce(
    { script: true, options: { viewport: DESKTOP, reducedMotion: 'reduce' } },
    () => `${target().url}${path}`,
    /404/,
  );

  it('shows no motion to a visitor who prefers reduced motion', async () => {
    if (path === '/booking-page') await page().locator('.scheduler[aria-busy="false"]').waitFor();
    expect(await moving(page())).toEqual([]);
  });

  it('has a valid outline, no axe violations and sufficient target sizes', () => expectAccessible(page()));

  // On the booking page, Tab moves into the scheduling service's frame.
  if (path !== '/booking-page')
    it('shows a focus outline at every control in both themes', async () => {
      await page().setViewportSize(DESKTOP);
      const controls = await page().locator('a, button, summary, input').filter({ visible: true }).count();
      for (let stop = 0; stop < controls; stop += 1) {
        await page().keyboard.press('Tab');
        for (const colorScheme of THEMES) {
          await page().emulateMedia({ colorScheme });
          expectShown(await readFocus(page()));
        }
      }
    });

  it('scrolls only vertically and can be read and reached after zooming in', async () => {
    await page().setViewportSize(HALF);
    await page().locator('.later').first().waitFor({ state: 'detached' });
    await expectReadable(page());
    await expectReachable(page());
    await page().setViewportSize({ width: 320, height: 512 });
    await expectReadable(page());
    await page().setViewportSize(HALF);
    await setTextSize(page(), '200%');
    await expectReadable(page());
    await expectReachable(page());
    await setTextSize(page(), '');
  });

  it('neither scrolls sideways nor breaks its heading on the smallest phone with doubled text', async () => {
    await page().setViewportSize(SMALLEST);
    const session = await page().context().newCDPSession(page());
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await expect
      .poll(() => page().evaluate('getComputedStyle(document.documentElement).fontSize'))
      .toBe('32px');
    expect(await horizontalOverflow(page())).toBe(0);
    await page().evaluate("document.querySelector('h1').style.overflowWrap = 'normal'");
    expect(await horizontalOverflow(page())).toBe(0);
  });

  it('never breaks the word e-mail at its hyphen, in any font or width', async () => {
    await page().evaluate(
      `document.querySelectorAll('details').forEach((answer) => { answer.open = true; })`,
    );
    const text = await page().evaluate<string>('document.querySelector("main").textContent');
    expect(text.match(/.{0,20}e-mail.{0,20}/gi)).toBeNull();
  });

  it('opens no database connection for a signed-out visitor', async () => {
    await page().waitForLoadState('networkidle');
    const { database, apis } = target().stack;
    expect(database.sessions).toBe(apis.length);
  });
});
