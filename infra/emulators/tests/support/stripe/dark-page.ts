import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

/** Expects light text on a dark background. */
export async function expectDark(page: Page): Promise<void> {
  const colours = await page.evaluate<string[]>(
    '(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.body))',
  );
  const [ground = 255, text = 0] = colours.map((colour) => Number(/\d+/.exec(colour)?.[0]));
  expect(ground).toBeLessThan(64);
  expect(text).toBeGreaterThan(192);
}

/** Expects a page that fits its window and passes the accessibility rules in dark mode. */
export async function expectLegibleInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectDark(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page.locator('html'))).toBeLessThanOrEqual(0);
}
