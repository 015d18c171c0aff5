import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { headlessShellBeside, installedChromium } from './chromium-path.ts';
import { isMissing } from './needs.ts';
import { skipWithout } from './skip-without.ts';

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
// Chromium aborts loads when Docker adds or removes a network, and closes the sockets of pages in the
// back/forward cache, which a page may only notice when it writes to one.
export const CHROMIUM_NOISE =
  /net::ERR_NETWORK_CHANGED|Page entered Back-Forward Cache|WebSocket is already in CLOSING or CLOSED state/;
const NOTHING_OUTSIDE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** With a separate browser context, in which unexpected errors fail the test. */
export interface BrowserVisitor {
  readonly context: BrowserContext;
  openTab(): Promise<Page>;
  expectErrors(...patterns: readonly RegExp[]): void;
}

export function browserFixture() {
  let browser: Browser;
  const visitors: WatchedVisitor[] = [];
  skipWithout('chromium');
  beforeAll(async () => {
    if (!isMissing('chromium')) browser = await keptHeadlessShell();
  });
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) {
      await visitor.context.close();
      expect(visitor.unexpected(), 'errors in the browser').toEqual([]);
      expect(visitor.foreign, 'requests to other origins').toEqual([]);
    }
  });
  return {
    /** Watched until the test ends. */
    arrive: async (
      origin: string | readonly string[],
      viewport = DESKTOP,
      options: Pick<BrowserContextOptions, 'locale' | 'timezoneId' | 'colorScheme'> = {},
    ): Promise<BrowserVisitor> => {
      const context = await browser.newContext({ ...options, viewport, hasTouch: viewport === PHONE });
      context.setDefaultTimeout(15_000);
      const visitor = watch(context, origin);
      visitors.push(visitor);
      return visitor;
    },
  };
}

const keptBrowsers = new Map<string, Browser>();

/** Shared by all test files of this process, since starting one takes longer than most tests. */
export async function keptBrowser(): Promise<Browser> {
  return kept(chromiumPath());
}

/** For content and appearance; loading, caching or restoring pages needs the full browser. */
export async function keptHeadlessShell(): Promise<Browser> {
  return kept(headlessShellBeside(chromiumPath()));
}

async function kept(executablePath: string): Promise<Browser> {
  const existing = keptBrowsers.get(executablePath);
  if (existing?.isConnected()) return existing;
  const browser = await launch(executablePath, [NOTHING_OUTSIDE]);
  keptBrowsers.set(executablePath, browser);
  return browser;
}

/** The caller must close it. */
export async function launchBrowser(network: readonly string[] = [NOTHING_OUTSIDE]): Promise<Browser> {
  return launch(chromiumPath(), network);
}

function launch(executablePath: string, network: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS, ...network] });
}

export interface ProfileOptions extends BrowserContextOptions {
  /** host:port, for all requests. */
  readonly throughProxy?: string;
}

export async function launchProfile(
  folder: string,
  { throughProxy, ...options }: ProfileOptions = {},
): Promise<BrowserContext> {
  const proxy = throughProxy ? [`--proxy-server=${throughProxy}`, '--proxy-bypass-list=<-loopback>'] : [];
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGUMENTS, NOTHING_OUTSIDE, ...proxy],
    // Playwright disables the back/forward cache by default.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    viewport: DESKTOP,
    ...options,
  });
  context.setDefaultTimeout(30_000);
  return context;
}

function chromiumPath(): string {
  const path = installedChromium();
  if (!path) throw new Error('No Chromium found: npm test installs one.');
  return path;
}

export interface WatchedVisitor extends BrowserVisitor {
  readonly foreign: readonly string[];
  unexpected(): string[];
}

export function watch(context: BrowserContext, origin: string | readonly string[]): WatchedVisitor {
  const foreign: string[] = [];
  const errors: string[] = [];
  const expected: RegExp[] = [];
  const hosts = [origin].flat().map((own) => new URL(own).host);
  const note = (url: string) => {
    const { protocol, host } = new URL(url);
    if (/^(http|ws)s?:$/.test(protocol) && !hosts.includes(host)) foreign.push(url);
  };
  context.on('request', (request) => note(request.url()));
  context.on('weberror', (error) => errors.push(String(error.error())));
  // Console errors include violations of the content security policy.
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
