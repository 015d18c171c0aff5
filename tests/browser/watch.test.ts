import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { keptHeadlessShell, watch } from '../support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();
let browser: Browser;
beforeAll(async () => {
  browser = await keptHeadlessShell();
});

/** What the watch has noted once `script` has run in a page of the site. */
async function notedAfter(script: string) {
  const { url } = target();
  const context = await browser.newContext({ bypassCSP: true });
  const visitor = watch(context, url);
  const page = await visitor.openTab();
  await page.goto(`${url}/faq`);
  await page.evaluate(script);
  await context.close();
  return { foreign: visitor.foreign, unexpected: visitor.unexpected() };
}

// 203.0.113.0/24 and .invalid are reserved: nothing answers there.
it.each([
  ['fetches', 'http://203.0.113.1/', `fetch('http://203.0.113.1/').catch(() => null)`],
  ['fetches by name', 'https://fonts.invalid/', `fetch('https://fonts.invalid/').catch(() => null)`],
  ['beacons', 'https://stats.invalid/', `navigator.sendBeacon('https://stats.invalid/', '1')`],
  [
    'shows a picture',
    'https://pictures.invalid/a.png',
    `new Promise((done) => {
    const picture = new Image();
    picture.onerror = done;
    picture.src = 'https://pictures.invalid/a.png';
  }).then(() => null)`,
  ],
  [
    'opens a socket',
    'wss://sockets.invalid/',
    `new Promise((done) => {
    new WebSocket('wss://sockets.invalid/').onerror = done;
  }).then(() => null)`,
  ],
])('sees a page that %s elsewhere', async (_what, address, script) => {
  expect((await notedAfter(script)).foreign).toEqual([address]);
});

it('sees an error on the console', async () => {
  expect((await notedAfter(`console.error('broken')`)).unexpected).toEqual([
    expect.stringContaining('broken'),
  ]);
});

it('sees an error that nobody caught', async () => {
  const script = `new Promise((done) => { setTimeout(() => { setTimeout(done); throw new Error('lost'); }); })`;
  expect((await notedAfter(script)).unexpected).toEqual([expect.stringContaining('lost')]);
});

it('lets a page of the site pass', async () => {
  expect(await notedAfter('null')).toEqual({ foreign: [], unexpected: [] });
});

it('names an element that breaks the accessibility rules, and none that keeps them', async () => {
  const page = await browser.newPage();
  await page.setContent(
    '<html lang="en"><title>x</title><main><h1>x</h1><input><input aria-label="x"></main>',
  );
  expect(await accessibilityViolations(page)).toEqual(['label at input:nth-child(2): <input>']);
  expect(await accessibilityViolations(page, ['wcag22aa'])).toEqual([]);
  await page.close();
});
