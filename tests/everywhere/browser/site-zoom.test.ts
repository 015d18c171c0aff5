import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { horizontalOverflow, PATHS, pageBrowser } from '../../support/browser/site-fixture.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';

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

/** Controls that something else covers after they are scrolled into view. */
const COVERED_CONTROLS = `[...document.querySelectorAll('a:not(.skip-link), button, summary, input')]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.offsetHeight > 0)
  .filter((control) => {
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    // A link in a text has several boxes.
    const { x, y, width, height } = control.getClientRects()[0];
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !control.contains(top);
  })
  .map((control) => control.outerHTML)`;

async function expectReachable(page: Page): Promise<void> {
  expect(await page.evaluate(COVERED_CONTROLS), 'controls that cannot be clicked').toEqual([]);
}

it.each(PATHS)(
  '%s scrolls only vertically after zooming in, and everything can be read and reached',
  async (path) => {
    const page = await browser.open({ viewport: HALF, deviceScaleFactor: 2 }, /404/);
    await page.goto(`${target().url}${path}`);
    await page.locator('.later').first().waitFor({ state: 'detached' });
    await expectReadable(page);
    await expectReachable(page);
    await page.setViewportSize({ width: 320, height: 512 });
    await expectReadable(page);
    await page.setViewportSize(HALF);
    await page.locator('html').evaluate((root) => {
      (root as unknown as { style: { fontSize: string } }).style.fontSize = '200%';
    });
    await expectReadable(page);
    await expectReachable(page);
  },
);
