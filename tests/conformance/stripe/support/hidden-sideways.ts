import type { Locator } from 'playwright-core';

/** How many pixels of what the element holds are out of sight at its side. */
export const hiddenSideways = (element: Locator) =>
  element.evaluate<number, { scrollWidth: number; clientWidth: number }>(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
