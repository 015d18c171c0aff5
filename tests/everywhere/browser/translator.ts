import type { Page } from 'playwright-core';

/**
 * Replaces all text, now and later, by `<font>` elements with the same words, which is what the translator of
 * Chrome does to the text nodes that React keeps.
 */
const TRANSLATE = `
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.parentElement?.closest('font, noscript, script, style, svg') !== null) continue;
      const font = document.createElement('font');
      font.textContent = text.data;
      text.replaceWith(font);
    }
  };
  const translateAll = () => {
    document.documentElement.dataset.translated = '';
    translate(document.body);
    new MutationObserver((changes) => changes.forEach(({ target }) => translate(target)))
      .observe(document.body, { childList: true, subtree: true });
  };`;

/** Translates every page of the site that the tab loads from now on, once React has hydrated it. */
export const translateWhenReady = (page: Page) =>
  page.addInitScript(`{${TRANSLATE}
    new MutationObserver((_changes, observer) => {
      if (document.documentElement?.dataset.ready === undefined) return;
      observer.disconnect();
      translateAll();
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ready'] });
  }`);

/** Translates every page that the tab loads from now on as soon as it is parsed. */
export const translateWhenParsed = (page: Page) =>
  page.addInitScript(`{${TRANSLATE}
    addEventListener('DOMContentLoaded', translateAll);
  }`);
