import type { Page } from 'playwright-core';

/** Lists elements with an active transition or animation. */
export const moving = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('*')].flatMap((element) =>
    ['', '::before', '::after'].flatMap((pseudo) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, pseudo);
      const motions = [
        ...transitionDuration.split(', ').filter((duration) => parseFloat(duration) > 0),
        ...(animationName === 'none' || parseFloat(animationDuration) === 0 ? [] : [animationName]),
      ];
      return motions.map((what) => element.tagName + '.' + element.className + ' ' + what);
    }),
  )`);
