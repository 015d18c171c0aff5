import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects light text on a dark background. */
export async function expectDark(page: Page): Promise<void> {
  const colours = await page.evaluate<string[]>(
    '(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.body))',
  );
  const [ground = 255, text = 0] = colours.map((colour) => Number(/\d+/.exec(colour)?.[0]));
  expect(ground).toBeLessThan(64);
  expect(text).toBeGreaterThan(192);
}
