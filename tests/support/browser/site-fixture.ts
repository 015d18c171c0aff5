import { SITE_PATHS } from '@outharbor/contract/paths';
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import {
  CHROMIUM_NOISE,
  DESKTOP,
  keptBrowser,
  keptHeadlessShell,
  launchBrowser,
  PHONE,
} from '../../../infra/emulators/tests/support/browser.ts';
import { isMissing } from '../../../infra/emulators/tests/support/needs.ts';
import { skipWithout } from '../../../infra/emulators/tests/support/skip-without.ts';

export const DEVICES = [
  { device: 'a desktop', options: { viewport: DESKTOP } },
  { device: 'a phone', options: { viewport: PHONE, hasTouch: true, isMobile: true } },
] as const;

/** For behaviour that does not depend on the layout: the phone also has the menu. */
export const ON_A_PHONE = DEVICES[1].options;

export interface Visit {
  readonly how: string;
  readonly phone: boolean;
  readonly script: boolean;
  readonly options: BrowserContextOptions;
}

/** Who comes: the same object is the same visitor. */
export type Visitor = Pick<Visit, 'options' | 'script'>;

export const VISITS: readonly Visit[] = [true, false].flatMap((script) =>
  DEVICES.map(({ device, options }) => ({
    how: `on ${device}, ${script ? 'with' : 'without'} JavaScript`,
    phone: options.viewport === PHONE,
    script,
    options: { ...options, javaScriptEnabled: script },
  })),
);

/** Each device and each script setting once, for tests that do not need every combination. */
export const EACH_ONCE = VISITS.filter(({ phone, script }) => phone !== script);

export const THEMES = ['light', 'dark'] as const;

export const PATHS: readonly string[] = [...Object.values(SITE_PATHS), '/no-such-page'];

export interface SiteBrowser {
  /** Opens the page in a new context. Logged errors fail the test unless they match `expected`. */
  open(options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
  /** Opens the address signed out, in the visitor's tab, and waits for hydration if scripts are on. */
  visit(visitor: Visitor, address: string, expected?: RegExp): Promise<Page>;
}

export const siteBrowser = (): SiteBrowser => openContexts(keptBrowser);

/** Serves tests of content and appearance only. */
export const pageBrowser = (): SiteBrowser => openContexts(keptHeadlessShell);

/** The arguments map host names to servers. */
export function networkBrowser(network: () => readonly string[]): SiteBrowser {
  let browser: Browser | undefined;
  const contexts = openContexts(async () => {
    browser = await launchBrowser(network());
    return browser;
  });
  afterAll(() => browser?.close());
  return contexts;
}

function openContexts(open: () => Promise<Browser>): SiteBrowser {
  let browser: Browser;
  const closings: (() => Promise<void>)[] = [];
  const faults: string[] = [];
  /** A visitor's tab stays open until the file ends, because a first page costs several times a second one. */
  const tabs = new Map<Visitor, Page>();
  let expectedOnVisit: RegExp | undefined;
  skipWithout('chromium');
  beforeAll(async () => {
    if (!isMissing('chromium')) browser = await open();
  });
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
    for (const tab of tabs.values()) await forget(tab);
    expect(faults.splice(0), 'errors in the browser').toEqual([]);
  });
  afterAll(async () => {
    for (const tab of tabs.values()) await tab.context().close();
  });

  async function openTab(options: BrowserContextOptions, isExpected: (text: string) => boolean) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(15_000);
    const note = (text: string) => CHROMIUM_NOISE.test(text) || isExpected(text) || faults.push(text);
    context.on('weberror', (error) => note(String(error.error())));
    context.on('console', (message) => message.type() === 'error' && note(message.text()));
    return context.newPage();
  }
  async function openKept(visitor: Visitor): Promise<Page> {
    const tab = await openTab(visitor.options, (text) => expectedOnVisit?.test(text) ?? false);
    tabs.set(visitor, tab);
    return tab;
  }
  return {
    open: async (options = {}, expected) => {
      const page = await openTab(options, (text) => expected?.test(text) ?? false);
      closings.push(() => page.context().close());
      return page;
    },
    visit: async (visitor, address, expected) => {
      expectedOnVisit = expected;
      const page = tabs.get(visitor) ?? (await openKept(visitor));
      await page.goto(address);
      if (visitor.script) await hydrated(page);
      return page;
    },
  };
}

/** Leaves nothing of the visit in the tab. */
async function forget(tab: Page): Promise<void> {
  if (tab.url() === 'about:blank') return;
  await tab.evaluate('localStorage.clear(), sessionStorage.clear()');
  await tab.goto('about:blank');
}

/** On marketing pages, pointer movement triggers hydration. */
export async function hydrated(page: Page): Promise<void> {
  const ready = page.locator('html[data-ready]');
  // Browsers drop input before the first frame, so a single move may be lost.
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

export async function hold(page: Page, pattern: string | RegExp) {
  const released = Promise.withResolvers<void>();
  const requests: Request[] = [];
  await page.route(pattern, async (route) => {
    requests.push(route.request());
    await released.promise;
    await route.continue();
  });
  return { requests, release: () => released.resolve() };
}

export function watchSockets(page: Page): string[] {
  const opened: string[] = [];
  page.on('websocket', (socket) => opened.push(socket.url()));
  return opened;
}

/** In pixels. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** The tests compile without the DOM library. */
interface PageGlobals {
  getComputedStyle(element: unknown): { getPropertyValue(property: string): string };
}

export const settled = (page: Page) =>
  page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished),
  ).then(() => undefined)`);

export async function readStyle(element: Locator, property: string): Promise<string> {
  await settled(element.page());
  return element.evaluate(
    (node, name) => (globalThis as unknown as PageGlobals).getComputedStyle(node).getPropertyValue(name),
    property,
  );
}

export async function atRest(element: Locator): Promise<void> {
  await element.evaluate(async (node) => {
    const moving = (node as unknown as { getAnimations(): { finished: Promise<unknown> }[] }).getAnimations();
    await Promise.all(moving.map(({ finished }) => finished));
  });
}

/** Sums layout shifts in `window.moved`, from the next navigation on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(`
    window.moved = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { moved += value; }))
      .observe({ type: 'layout-shift', buffered: true });
  `);
