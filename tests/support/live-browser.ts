import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, DESKTOP, OF_CHROMIUM_ITSELF } from './browser.ts';
import { installedChromium } from './chromium-path.ts';

export interface OpenBrowser {
  readonly context: BrowserContext;
  /** The addresses of the sockets that its pages opened. */
  readonly sockets: readonly string[];
  /** Errors on its consoles, violations of the policy among them, and hosts outside the live settings. */
  readonly faults: readonly string[];
}

export interface BrowserProfile {
  /** Opens the browser with everything that it remembers, for as long as `during` runs. */
  open(during: (browser: OpenBrowser) => Promise<void>): Promise<void>;
  remove(): Promise<void>;
}

export interface LiveNetwork {
  /** What a Chromium is started with, so that every host name leads to the stack. */
  readonly browserArguments: readonly string[];
  /** All that a page of the site may ask. */
  readonly hosts: readonly string[];
}

/** A profile that lasts, in a browser that has no other network. */
export async function createProfile({ browserArguments, hosts }: LiveNetwork): Promise<BrowserProfile> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  const executablePath = await installedChromium();
  if (!executablePath) throw new Error('There is no Chromium: npm test installs one.');
  const args = [...CHROMIUM_ARGUMENTS, ...browserArguments];
  return {
    open: async (during) => {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath,
        args,
        // Playwright would have it keep no page for Back and Forward.
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
        viewport: DESKTOP,
      });
      context.setDefaultTimeout(30_000);
      const browser = watched(context, hosts);
      try {
        await during(browser);
      } catch (cause) {
        throw new Error(`The browser saw: ${browser.faults.join('\n') || 'no fault'}`, { cause });
      } finally {
        await context.close();
      }
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

function watched(context: BrowserContext, hosts: readonly string[]): OpenBrowser {
  const sockets: string[] = [];
  const faults: string[] = [];
  const note = (address: string) => {
    const { protocol, hostname } = new URL(address);
    if (/^(http|ws)s?:$/.test(protocol) && !hosts.includes(hostname)) faults.push(`asked ${address}`);
  };
  context.on('request', (request) => note(request.url()));
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('console', (message) => {
    if (OF_CHROMIUM_ITSELF.test(message.text())) return;
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
  });
  const watchSockets = (page: ReturnType<BrowserContext['pages']>[number]) =>
    page.on('websocket', (socket) => {
      note(socket.url());
      sockets.push(socket.url());
    });
  context.pages().forEach(watchSockets);
  context.on('page', watchSockets);
  return { context, sockets, faults };
}
