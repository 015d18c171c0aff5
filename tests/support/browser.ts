import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { headlessShellOf, installedChromium } from './chromium-path.ts';

export interface Viewport {
  readonly width: number;
  readonly height: number;
}
export const DESKTOP: Viewport = { width: 1280, height: 800 };
export const PHONE: Viewport = { width: 390, height: 844 };
export const SMALLEST: Viewport = { width: 320, height: 568 };

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
/**
 * The engine's networks come and go, for other containers too, and Chromium drops what it loads just then. It cuts the
 * sockets of a page that it keeps for Back, which the page may learn when it writes to one.
 */
export const OF_CHROMIUM_ITSELF =
  /net::ERR_NETWORK_CHANGED|Page entered Back-Forward Cache|WebSocket is already in CLOSING or CLOSED state/;
/** Nothing but this machine has an address: what would leave it fails, whoever asks. */
const NOTHING_OUTSIDE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** Someone at a browser of their own. Whatever goes wrong in it fails the test, unless it was expected. */
export interface BrowserVisitor {
  readonly context: BrowserContext;
  /** Opens another tab. */
  openTab(): Promise<Page>;
  /** Errors on the console that match are part of the test. */
  expectErrors(...patterns: readonly RegExp[]): void;
}

export interface BrowserFixture {
  /** A new visitor of `origin`, or of several that belong together, watched until the test is over. */
  arrive(origin: string | readonly string[], viewport?: Viewport): Promise<BrowserVisitor>;
}

/** Each visitor has a context of their own in the browser that is kept, and is checked after the test. */
export function browserFixture(kept: () => Promise<Browser> = keptHeadlessShell): BrowserFixture {
  let browser: Browser;
  const visitors: WatchedVisitor[] = [];
  beforeAll(async () => {
    browser = await kept();
  });
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) {
      await visitor.context.close();
      expect(visitor.unexpected(), 'errors in the browser').toEqual([]);
      expect(visitor.foreign, 'requests to other origins').toEqual([]);
    }
  });
  return {
    arrive: async (origin, viewport = DESKTOP) => {
      const context = await browser.newContext({ viewport, hasTouch: viewport === PHONE });
      context.setDefaultTimeout(15_000);
      const visitor = watch(context, origin);
      visitors.push(visitor);
      return visitor;
    },
  };
}

const keptBrowsers = new Map<string, Browser>();

/** The browser that this process keeps for all test files: to start one takes longer than most tests. It ends with the process. */
export async function keptBrowser(): Promise<Browser> {
  return kept(await chromiumPath());
}

/**
 * The headless shell, if it is installed, kept in the same way: for what pages say and how they look. What depends on
 * when a page is loaded, kept or restored needs the whole browser.
 */
export async function keptHeadlessShell(): Promise<Browser> {
  return kept(await headlessShellOf(await chromiumPath()));
}

async function kept(executablePath: string): Promise<Browser> {
  const there = keptBrowsers.get(executablePath);
  if (there?.isConnected()) return there;
  const browser = await launch(executablePath, [NOTHING_OUTSIDE]);
  keptBrowsers.set(executablePath, browser);
  return browser;
}

/** A browser for the caller, who closes it. */
export async function launchBrowser(network: readonly string[] = [NOTHING_OUTSIDE]): Promise<Browser> {
  return launch(await chromiumPath(), network);
}

function launch(executablePath: string, network: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS, ...network] });
}

export interface ProfileOptions extends BrowserContextOptions {
  /** host:port of what everything goes through. */
  readonly throughProxy?: string;
}

/** A browser with the profile in `folder`, which it finds as the one before has left it. */
export async function launchProfile(
  folder: string,
  { throughProxy, ...options }: ProfileOptions = {},
): Promise<BrowserContext> {
  const proxy = throughProxy ? [`--proxy-server=${throughProxy}`, '--proxy-bypass-list=<-loopback>'] : [];
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: [...CHROMIUM_ARGUMENTS, NOTHING_OUTSIDE, ...proxy],
    // Playwright would have it keep no page for Back and Forward.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    viewport: DESKTOP,
    ...options,
  });
  context.setDefaultTimeout(30_000);
  return context;
}

async function chromiumPath(): Promise<string> {
  const path = await installedChromium();
  if (!path) throw new Error('There is no Chromium: npm test installs one.');
  return path;
}

export interface WatchedVisitor extends BrowserVisitor {
  readonly foreign: readonly string[];
  unexpected(): string[];
}

/** Notes every request of `context` to another origin and every error on its consoles. */
export function watch(context: BrowserContext, origin: string | readonly string[]): WatchedVisitor {
  const foreign: string[] = [];
  const errors: string[] = [];
  const expected: RegExp[] = [];
  const hosts = [origin].flat().map((own) => new URL(own).host);
  const note = (url: string) => {
    const { protocol, host: asked } = new URL(url);
    if (/^(http|ws)s?:$/.test(protocol) && !hosts.includes(asked)) foreign.push(url);
  };
  context.on('request', (request) => note(request.url()));
  context.on('weberror', (error) => errors.push(String(error.error())));
  // Violations of the content security policy come as errors on the console as well.
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  return {
    context,
    foreign,
    openTab: async () => {
      const page = await context.newPage();
      page.on('websocket', (socket) => note(socket.url()));
      return page;
    },
    expectErrors: (...patterns) => expected.push(...patterns),
    unexpected: () => errors.filter((error) => !expected.some((pattern) => pattern.test(error))),
  };
}
