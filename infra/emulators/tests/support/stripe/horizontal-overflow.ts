import type { Locator } from 'playwright-core';

/** How many pixels of the element's content are hidden horizontally. */
export const horizontalOverflow = (element: Locator) =>
  element.evaluate<number, { scrollWidth: number; clientWidth: number }>(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
