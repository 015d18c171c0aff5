import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { keptHeadlessShell } from '../../../support/browser.ts';
import { type LocalServer, startLocalServer } from '../../../support/local-server.ts';

const SCRIPT = fileURLToPath(new URL('./browser-scripts/page.ts', import.meta.url));

/** The WebSockets and long polls that a page has opened, in order. */
interface Traffic {
  readonly sockets: string[];
  readonly polls: string[];
}

export interface Tab {
  readonly page: Page;
  readonly traffic: Traffic;
}

/** A real Chromium, and a site with one page that loads the SDK. */
export class BrowserStage {
  readonly #browser: Browser;
  readonly #server: LocalServer;
  readonly #contexts: BrowserContext[] = [];

  private constructor(browser: Browser, server: LocalServer) {
    this.#browser = browser;
    this.#server = server;
  }

  static async start(): Promise<BrowserStage> {
    const bundle = await build({ entryPoints: [SCRIPT], bundle: true, write: false, format: 'iife' });
    const script = bundle.outputFiles[0]?.text ?? '';
    const server = await startLocalServer(
      createServer((request, response) => {
        const isScript = request.url === '/page.js';
        response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
        response.end(
          isScript ? script : '<!doctype html><title>page</title><body><script src="/page.js"></script>',
        );
      }),
    );
    return new BrowserStage(await keptHeadlessShell(), server);
  }

  /** Opens a tab in its own context, with `remembered` in its local storage. */
  async open(remembered: Record<string, string> = {}): Promise<Tab> {
    const context = await this.#browser.newContext();
    this.#contexts.push(context);
    // The SDK's frames run this too, and must not restore what the page has removed.
    await context.addInitScript(
      `if (window === window.top) Object.assign(localStorage, ${JSON.stringify(remembered)})`,
    );
    const page = await context.newPage();
    const traffic: Traffic = { sockets: [], polls: [] };
    page.on('websocket', (socket) => traffic.sockets.push(socket.url()));
    page.on('request', (request) => {
      if (request.url().includes('/.lp?')) traffic.polls.push(request.url());
    });
    await page.goto(this.#server.url);
    return { page, traffic };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    await this.#server.close();
  }
}
