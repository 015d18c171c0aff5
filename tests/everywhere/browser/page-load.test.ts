// @module-tag chromium
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalServer, startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import type { PageLoad } from '../../support/page-load/page-load.ts';
import { type TwoVisits, visitTwice } from '../../support/page-load/visits.ts';

const LATE_MS = 700;
const TASKS_MS = [300, 500];
const SCRIPT_BYTES = 20_000;

/** Upper bound for the headers of four responses, in bytes. */
const HEADS = 2000;

/** Delay of one response, which keeps the page from becoming idle. */
const SLOW_MS = 4000;
const SHIFTED = { early: 0.1, late: 0.9 * 0.1 + 0.8 * 0.1 };

/*
 * The page produces what its load must report: a small first paint and a larger one later, two long tasks at
 * the end, one early layout shift and two late ones in a row. A shift's score is the moved fraction of the
 * viewport times the distance: here everything below the margin, by a tenth.
 */
const PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>body { margin: 0 } #pushed { height: 30vh }</style>
<div id="pushed"><p>First</p><h1 id="late" style="font-size: 60px"></h1></div>
<div style="height: 3000px"></div><script src="/script.js"></script><script src="/none.js"></script>`;
const SCRIPT = `
const later = (ms, act) => setTimeout(act, ms);
const occupy = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };
const push = (by) => { document.querySelector('#pushed').style.marginTop = by; };
later(${LATE_MS}, () => { document.querySelector('#late').textContent = 'The largest thing here'; });
later(1000, () => push('10vh'));
fetch('/slow').then(() => {
  push('20vh');
  requestAnimationFrame(() => requestAnimationFrame(() => push('30vh')));
  for (const ms of ${JSON.stringify(TASKS_MS)}) later(500, () => occupy(ms));
});
`.padEnd(SCRIPT_BYTES);

let server: LocalServer;
const requestedPaths: string[] = [];
let visits: TwoVisits;
beforeAll(async () => {
  server = await startLocalServer(
    createServer(({ url = '/', headers }, response) => {
      requestedPaths.push(url);
      const known = headers['if-none-match'] === '"page"';
      if (url === '/script.js')
        response
          .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600, immutable' })
          .end(SCRIPT);
      else if (url === '/slow') setTimeout(() => response.writeHead(204).end(), SLOW_MS);
      else if (url === '/none.js') response.writeHead(404).end();
      else
        response
          .writeHead(known ? 304 : 200, {
            'content-type': 'text/html',
            'cache-control': 'no-cache',
            etag: '"page"',
          })
          .end(known ? undefined : PAGE);
    }),
  );
  visits = await visitTwice(`${server.url}/page`);
});
afterAll(() => server?.close());

const each = (claim: (load: PageLoad) => void) => [visits.first, visits.second].forEach(claim);

it('distinguishes the first paint from a later largest paint', () => {
  each(({ firstPaintMs, largestPaintMs }) => {
    expect(firstPaintMs).toBeGreaterThan(0);
    expect(largestPaintMs - firstPaintMs).toBeGreaterThan(LATE_MS / 2);
  });
});

it('counts the time of long tasks beyond 50 ms each, however late they run', () => {
  const least = TASKS_MS.reduce((total, ms) => total + ms - 50, 0);
  each(({ blockingMs }) => expect(blockingMs).toBeGreaterThanOrEqual(least));
});

it('reports the worst window of layout shifts, not their sum', () => {
  expect(SHIFTED.late).toBeGreaterThan(SHIFTED.early);
  each(({ layoutShift }) => expect(layoutShift).toBeCloseTo(SHIFTED.late, 2));
});

it('counts transferred bytes: only headers for a revalidated page, none for a cached script', () => {
  const { first, second } = visits;
  const expectBytes = (bytes: number, body: number) => {
    expect(bytes).toBeGreaterThan(body);
    expect(bytes).toBeLessThan(body + HEADS);
  };
  expectBytes(first.documentBytes, PAGE.length);
  expectBytes(first.scriptBytes, SCRIPT_BYTES);
  expectBytes(first.totalBytes, PAGE.length + SCRIPT_BYTES);
  expectBytes(first.bytesUntilLoad, PAGE.length + SCRIPT_BYTES);
  expectBytes(second.documentBytes, 0);
  expect(second.scriptBytes).toBe(0);
  expectBytes(second.totalBytes, 0);
});

it('counts the requests that reached the server and those that failed', () => {
  const { first, second } = visits;
  expect(requestedPaths).toEqual(['/page', '/script.js', '/none.js', '/slow', '/page', '/none.js', '/slow']);
  expect(first).toMatchObject({ requests: 4, requestsToServer: 4, failed: 1 });
  expect(second).toMatchObject({ requests: 4, requestsToServer: 3, failed: 1 });
});
