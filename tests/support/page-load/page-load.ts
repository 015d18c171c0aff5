import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { followTraffic, type Traffic, type Transfer } from './transfers.ts';

/** A slow mobile connection: 1.6 Mbit/s and 150 ms. */
const LINK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
export const CPU_SLOWDOWN = 4;
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** A load has finished after this long without traffic or long tasks. */
const QUIET_MS = 1000;
const PATIENCE_MS = 60_000;

/** Times are from the start of navigation. Bytes are as transferred, including headers. */
export type PageLoad = Awaited<ReturnType<typeof loadPage>>;

interface Seen {
  readonly largestPaint: number;
  readonly tasks: readonly (readonly [at: number, duration: number])[];
}

/** Collects performance entries; runs in the page. */
const OBSERVER = `
  window.seen = { largestPaint: 0, tasks: [] };
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => { seen.largestPaint = startTime; });
  on('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
`;
const SCROLL = `(async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
    scrollTo(0, y);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  }
})()`;
const IDLE_FOR = `(() => {
  const [at, duration] = seen.tasks.at(-1) ?? [-Infinity, 0];
  return performance.now() - at - duration;
})()`;

/** Loads a page over a slow link with the browser's existing cache, scrolls to the end and measures it. */
export async function loadPage(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const traffic = await slowDown(context, page);
  await page.goto(url, { waitUntil: 'load', timeout: PATIENCE_MS });
  const untilLoad = countBytes(traffic.transfers);
  await untilQuiet(page, traffic);
  const { largestPaint, tasks } = await page.evaluate<Seen>('seen');
  await page.evaluate(SCROLL);
  await untilQuiet(page, traffic);
  const { transfers } = traffic;
  return {
    largestPaintMs: largestPaint,
    /** Sum of long-task time beyond 50 ms each, until the load has finished. */
    blockingMs: tasks.reduce((total, [, duration]) => total + Math.max(0, duration - 50), 0),
    bytesUntilLoad: untilLoad,
    scriptBytes: countBytes(transfers.filter(({ mimeType }) => /javascript/.test(mimeType))),
    totalBytes: countBytes(transfers),
  };
}

const countBytes = (transfers: readonly Transfer[]) =>
  transfers.reduce((total, { bytes }) => total + bytes, 0);

async function slowDown(context: BrowserContext, page: Page): Promise<Traffic> {
  await page.addInitScript(OBSERVER);
  const session = await context.newCDPSession(page);
  const traffic = await followTraffic(session);
  await session.send('Network.emulateNetworkConditions', LINK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return traffic;
}

async function untilQuiet(page: Page, traffic: Traffic): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    await pause(100);
    if (traffic.quietFor() < QUIET_MS) continue;
    if ((await page.evaluate<number>(IDLE_FOR)) >= QUIET_MS) return;
  }
  throw new Error(`${page.url()} did not become idle within ${PATIENCE_MS} ms.`);
}
