// @module-tag chromium
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityViolations } from '../../infra/emulators/tests/support/accessibility.ts';
import { keptHeadlessShell, watch } from '../../infra/emulators/tests/support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();
let browser: Browser;
beforeAll(async () => {
  browser = await keptHeadlessShell();
});

/** Runs `script` in a page of the site and returns what was recorded. */
async function recordedAfter(script: string) {
  const { url } = target();
  const context = await browser.newContext({ bypassCSP: true });
  const visitor = watch(context, url);
  const page = await visitor.openTab();
  await page.goto(`${url}/faq`);
  await page.evaluate(script);
  await context.close();
  return { foreign: visitor.foreign, unexpected: visitor.unexpected() };
}

// 203.0.113.0/24 and .invalid are reserved, so nothing answers there.
it.each([
  ['a fetch by address', 'http://203.0.113.1/', `fetch('http://203.0.113.1/').catch(() => null)`],
  ['a fetch by name', 'https://fonts.invalid/', `fetch('https://fonts.invalid/').catch(() => null)`],
  ['a beacon', 'https://stats.invalid/', `navigator.sendBeacon('https://stats.invalid/', '1')`],
  [
    'an image',
    'https://pictures.invalid/a.png',
    `new Promise((done) => {
    const picture = new Image();
    picture.onerror = done;
    picture.src = 'https://pictures.invalid/a.png';
  }).then(() => null)`,
  ],
  [
    'a socket',
    'wss://sockets.invalid/',
    `new Promise((done) => {
    new WebSocket('wss://sockets.invalid/').onerror = done;
  }).then(() => null)`,
  ],
])('records %s from another origin', async (_what, address, script) => {
  expect((await recordedAfter(script)).foreign).toEqual([address]);
});

it('records a console error', async () => {
  expect((await recordedAfter(`console.error('broken')`)).unexpected).toEqual([
    expect.stringContaining('broken'),
  ]);
});

it('records an uncaught error', async () => {
  const script = `new Promise((done) => { setTimeout(() => { setTimeout(done); throw new Error('lost'); }); })`;
  expect((await recordedAfter(script)).unexpected).toEqual([expect.stringContaining('lost')]);
});

it('records nothing for a normal page', async () => {
  expect(await recordedAfter('null')).toEqual({ foreign: [], unexpected: [] });
});

it('reports exactly the elements that violate accessibility rules', async () => {
  const page = await browser.newPage();
  await page.setContent(
    '<html lang="en"><title>x</title><main><h1>x</h1><input><input aria-label="x"></main>',
  );
  expect(await accessibilityViolations(page)).toEqual(['label at input:nth-child(2): <input>']);
  expect(await accessibilityViolations(page, ['wcag22aa'])).toEqual([]);
  await page.close();
});
