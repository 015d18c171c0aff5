import type { Browser } from 'playwright-core';
import { CPU_SLOWDOWN, PHONE } from '../../support/page-load/page-load.ts';

/** Measures from a tap until the next page's heading is painted; runs in the page. */
const STOPWATCH = `
  void (window.tap = new Promise((resolve) => {
    addEventListener('pointerup', () => {
      const start = performance.now();
      const heading = document.querySelector('h1')?.textContent;
      new MutationObserver((_, observer) => {
        if (document.querySelector('h1')?.textContent === heading) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      }).observe(document.body, { childList: true, subtree: true });
    }, { capture: true, once: true });
  }));
`;

/** Measures milliseconds from a tap on a menu link to the painted page, after hydration. */
export async function tapToNextPage(browser: Browser, origin: string, path: string): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(origin);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const link = page.locator(`#site-menu a[href="${path}"]`);
    // The page is prefetched when the finger touches the link, shortly before the tap ends.
    await link.dispatchEvent('pointerover');
    await page.waitForLoadState('networkidle');
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.evaluate(STOPWATCH);
    await link.tap();
    return await page.evaluate<number>('window.tap');
  } finally {
    await context.close();
  }
}
