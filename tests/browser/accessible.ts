import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  accessibilityViolations,
  contrastViolations,
} from '../../infra/emulators/tests/support/accessibility.ts';
import { DESKTOP, PHONE } from '../../infra/emulators/tests/support/browser.ts';

export const ACCESSIBILITY_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

/** Asserts that every control is at least 24 pixels high and wide. */
async function expectTargetSizes(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.later').count()).toBe(0);
  const controls = page.locator('a:not(p a), button, summary, input').filter({ visible: true });
  for (const control of await controls.all()) {
    if ((await control.getAttribute('class')) === 'skip-link') continue;
    const box = await control.boundingBox();
    const size = Math.min(box?.width ?? 0, box?.height ?? 0);
    expect(size, (await control.textContent()) ?? '').toBeGreaterThanOrEqual(24);
  }
}

/** Leaves the page as a phone in the dark theme shows it. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectOutline(page);
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await accessibilityViolations(page, ACCESSIBILITY_RULES), `${viewport.width} px`).toEqual([]);
    // The themes differ in nothing but their colours.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastViolations(page), `dark, ${viewport.width} px`).toEqual([]);
  }
  await expectTargetSizes(page);
}
