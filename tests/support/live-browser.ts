import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, CHROMIUM_NOISE, DESKTOP } from '../../infra/emulators/tests/support/browser.ts';
import { installedChromium } from '../../infra/emulators/tests/support/chromium-path.ts';

export type OpenBrowser = ReturnType<typeof watched>;
export type BrowserProfile = Awaited<ReturnType<typeof createProfile>>;

export interface LiveNetwork {
  /** Chromium arguments that resolve every host name to the stack. */
  readonly browserArguments: readonly string[];
  /** Hosts that pages may contact. */
  readonly hosts: readonly string[];
}

/** Creates a persistent profile for a browser without any other network. */
export async function createProfile({ browserArguments, hosts }: LiveNetwork) {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  const executablePath = installedChromium();
  if (!executablePath) throw new Error('No Chromium found: npm test installs one.');
  const args = [...CHROMIUM_ARGUMENTS, ...browserArguments];
  return {
    /** Opens the browser with this profile while `during` runs. */
    open: async (during: (browser: OpenBrowser) => Promise<void>) => {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath,
        args,
        // Playwright disables the back/forward cache by default.
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
        viewport: DESKTOP,
      });
      context.setDefaultTimeout(30_000);
      const browser = watched(context, hosts);
      try {
        await during(browser);
      } catch (cause) {
        throw new Error(`Browser errors: ${browser.faults.join('\n') || 'none'}`, { cause });
      } finally {
        await context.close();
      }
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

function watched(context: BrowserContext, hosts: readonly string[]) {
  /** URLs of sockets opened by its pages. */
  const sockets: string[] = [];
  /** Console errors, including policy violations, and requests to unknown hosts. */
  const faults: string[] = [];
  const note = (address: string) => {
    const { protocol, hostname } = new URL(address);
    if (/^(http|ws)s?:$/.test(protocol) && !hosts.includes(hostname)) faults.push(`requested ${address}`);
  };
  context.on('request', (request) => note(request.url()));
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('console', (message) => {
    if (CHROMIUM_NOISE.test(message.text())) return;
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
