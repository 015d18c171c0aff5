import { SITE_PATHS } from '@outharbor/contract/paths';
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import {
  DESKTOP,
  keptBrowser,
  keptHeadlessShell,
  launchBrowser,
  OF_CHROMIUM_ITSELF,
  PHONE,
} from '../support/browser.ts';

/** What a visitor holds in the hand. */
export const DEVICES = [
  { device: 'a desktop', options: { viewport: DESKTOP } },
  { device: 'a phone', options: { viewport: PHONE, hasTouch: true, isMobile: true } },
] as const;

export interface Visit {
  readonly how: string;
  readonly phone: boolean;
  readonly script: boolean;
  readonly options: BrowserContextOptions;
}

/** Every way to visit the site. */
export const VISITS: readonly Visit[] = [true, false].flatMap((script) =>
  DEVICES.map(({ device, options }) => ({
    how: `on ${device}, ${script ? 'with' : 'without'} script`,
    phone: options.viewport === PHONE,
    script,
    options: { ...options, javaScriptEnabled: script },
  })),
);

/** Each device and each kind of script once, for what does not depend on both together. */
export const EITHER_WAY = VISITS.filter(({ phone, script }) => phone !== script);

export const THEMES = ['light', 'dark'] as const;

/** Every page of the site, the one for an unknown address among them. */
export const PATHS: readonly string[] = [...Object.values(SITE_PATHS), '/no-such-page'];

export interface SiteBrowser {
  /** A fresh visitor's page; whatever it logs as an error fails the test, but for what `expected` matches. */
  open(options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
  /** A fresh visitor at `address`, whose page is in React's hands where there is script. */
  visit(visit: Visit, address: string, expected?: RegExp): Promise<Page>;
}

/** Browser contexts of any kind (theme, script off, reduced motion, a phone), closed and judged after each test. */
export const siteBrowser = (): SiteBrowser => contextsOf(keptBrowser);

/** The same in the headless shell, for what pages say and how they look. */
export const pageBrowser = (): SiteBrowser => contextsOf(keptHeadlessShell);

/** The same in a browser of its own, started with `network`, which says what it finds where. */
export function networkBrowser(network: () => readonly string[]): SiteBrowser {
  let browser: Browser | undefined;
  const contexts = contextsOf(async () => {
    browser = await launchBrowser(network());
    return browser;
  });
  afterAll(() => browser?.close());
  return contexts;
}

function contextsOf(open: () => Promise<Browser>): SiteBrowser {
  let browser: Browser;
  const closings: (() => Promise<void>)[] = [];
  const faults: string[] = [];
  beforeAll(async () => {
    browser = await open();
  });
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
    expect(faults.splice(0), 'errors in the browser').toEqual([]);
  });
  const openPage: SiteBrowser['open'] = async (options = {}, expected) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(15_000);
    closings.push(() => context.close());
    const note = (text: string) => OF_CHROMIUM_ITSELF.test(text) || expected?.test(text) || faults.push(text);
    context.on('weberror', (error) => note(String(error.error())));
    context.on('console', (message) => message.type() === 'error' && note(message.text()));
    return context.newPage();
  };
  return {
    open: openPage,
    visit: async ({ script, options }, address, expected) => {
      const page = await openPage(options, expected);
      await page.goto(address);
      if (script) await takenOver(page);
      return page;
    },
  };
}

/** Resolves when React has taken over the page; on a marketing page a move of the pointer asks for it. */
export async function takenOver(page: Page): Promise<void> {
  const ready = page.locator('html[data-ready]');
  // A browser drops input that comes before its first frame, so that a single move may be lost.
  await expect
    .poll(
      async () => {
        await page.mouse.move(5, 5);
        await page.mouse.move(8, 8);
        return ready.count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
}

/** Lets no request that matches `pattern` be answered before it is released. */
export async function hold(page: Page, pattern: string | RegExp) {
  const released = Promise.withResolvers<void>();
  const asked: Request[] = [];
  await page.route(pattern, async (route) => {
    asked.push(route.request());
    await released.promise;
    await route.continue();
  });
  return { asked, release: () => released.resolve() };
}

/** Addresses of the sockets that the page opens. */
export function watchSockets(page: Page): string[] {
  const opened: string[] = [];
  page.on('websocket', (socket) => opened.push(socket.url()));
  return opened;
}

/** How many pixels of the page stand beyond its right edge. */
export const sideways = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** What this program says in a page, whose types it does not have. */
interface PageGlobals {
  getComputedStyle(element: unknown): { getPropertyValue(property: string): string };
}

/** Resolves when no transition of the page is under way. */
export const settled = (page: Page) =>
  page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished),
  ).then(() => undefined)`);

/** The computed value of a property, such as `background-color`, once it no longer changes. */
export async function styleOf(element: Locator, property: string): Promise<string> {
  await settled(element.page());
  return element.evaluate(
    (node, name) => (globalThis as unknown as PageGlobals).getComputedStyle(node).getPropertyValue(name),
    property,
  );
}

/** Resolves when nothing of the element moves any more. */
export async function atRest(element: Locator): Promise<void> {
  await element.evaluate(async (node) => {
    const moving = (node as unknown as { getAnimations(): { finished: Promise<unknown> }[] }).getAnimations();
    await Promise.all(moving.map(({ finished }) => finished));
  });
}
