import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** A cheap phone on a train: 1.6 Mbit/s, 150 ms, a processor four times slower. */
const LINK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
export const CPU_SLOWDOWN = 4;
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

export interface PageLoad {
  readonly largestPaintMs: number;
  readonly layoutShift: number;
  readonly blockingMs: number;
  /** As sent, headers included. */
  readonly documentBytes: number;
  readonly bytesUntilLoad: number;
  readonly scriptBytes: number;
  readonly totalBytes: number;
  readonly requests: number;
  readonly failed: number;
}

interface Transfer {
  readonly url: string;
  type: string;
  bytes: number;
  failed: boolean;
}

/** What the page notes about itself; it runs in the page. */
const OBSERVER = `
  window.seen = { largestPaint: 0, shift: 0, blocking: 0 };
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => { seen.largestPaint = entry.startTime; });
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  on('longtask', (entry) => { seen.blocking += Math.max(0, entry.duration - 50); });
`;
const SCROLL = `(async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
    scrollTo(0, y);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  }
})()`;

/** Loads a page with an empty cache on a slow link, scrolls to its end, and tells what that took. */
export async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const transfers = await slowDown(context, page);
    await page.goto(url, { waitUntil: 'load' });
    const untilLoad = sum([...transfers.values()]);
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate<{ largestPaint: number; shift: number; blocking: number }>(
      'window.seen',
    );
    await page.evaluate(SCROLL);
    await page.waitForLoadState('networkidle');
    const all = [...transfers.values()];
    return {
      largestPaintMs: seen.largestPaint,
      layoutShift: seen.shift,
      blockingMs: seen.blocking,
      documentBytes: all.find(({ type }) => type === 'Document')?.bytes ?? 0,
      bytesUntilLoad: untilLoad,
      scriptBytes: sum(all.filter((transfer) => transfer.url.endsWith('.js'))),
      totalBytes: sum(all),
      requests: all.length,
      failed: all.filter(({ failed }) => failed).length,
    };
  } finally {
    await context.close();
  }
}

const sum = (transfers: readonly Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);

async function slowDown(context: BrowserContext, page: Page): Promise<Map<string, Transfer>> {
  await page.addInitScript(OBSERVER);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return followTransfers(session);
}

function followTransfers(session: CDPSession): Map<string, Transfer> {
  const transfers = new Map<string, Transfer>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('http')) return;
    transfers.set(requestId, { url: request.url, type: type ?? '', bytes: 0, failed: false });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.failed = response.status >= 400;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
  });
  session.on('Network.loadingFailed', ({ requestId, canceled }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.failed = canceled !== true;
  });
  return transfers;
}
