import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { DESKTOP } from '../support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { type HesitantServer, startHesitantServer } from '../support/hesitant-server.ts';
import { newPerson } from '../support/people.ts';
import { hold, siteBrowser, takenOver } from './site-fixture.ts';
import * as steps from './steps.ts';

const target = embeddedTarget();
let server: HesitantServer | undefined;
// Before the browser's own, so that it runs after it: no page is left that would miss the server.
afterEach(async () => {
  await server?.close();
  server = undefined;
});
const browser = siteBrowser();

/** Addresses that the page has sent a form to by itself, without the application. */
function watchNativeSubmissions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && (request.method() !== 'GET' || request.url().includes('?')))
      sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

/** Exactly one toast says so: a form that was sent twice would be refused twice. */
async function expectRefusedOnce(page: Page): Promise<void> {
  await steps.seesToast(page, 'Please fill all the fields');
  expect(await steps.toasts(page).count()).toBe(1);
}

const SCRIPTS = ['react', 'client', 'account', 'forms', 'Register'];

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
}

const isWithin = (inner: TraceEvent, outer: TraceEvent) =>
  inner.pid === outer.pid &&
  inner.tid === outer.tid &&
  inner.ts >= outer.ts &&
  inner.ts <= outer.ts + (outer.dur ?? 0);

const holdScript = (page: Page, name: string) => hold(page, `**/assets/${name}-*.js`);

describe('a form that is sent before React has taken it over', () => {
  it('while its page is still arriving waits for the rest', async () => {
    server = await startHesitantServer(target().url, 'id="end"></template>');
    const page = await browser.open({ viewport: DESKTOP });
    const sent = watchNativeSubmissions(page);
    await page.goto(`${server.url}/register`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Register' }).click();
    expect(await page.evaluate('document.readyState')).toBe('loading');
    server.release();
    await expectRefusedOnce(page);
    expect(sent).toEqual([]);
  });

  it.each(SCRIPTS)('waits for the script %s and is sent once', async (name) => {
    const page = await browser.open({ viewport: DESKTOP });
    const sent = watchNativeSubmissions(page);
    const script = await holdScript(page, name);
    await page.goto(`${target().url}/register`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByLabel('Email').press('Enter');
    await expect.poll(() => script.asked.length).toBeGreaterThan(0);
    expect(await page.locator('html[data-ready]').count()).toBe(0);
    script.release();
    await expectRefusedOnce(page);
    expect(sent).toEqual([]);
  });

  it('keeps what was typed into it and signs nobody up twice', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const script = await holdScript(page, 'react');
    const signUps: string[] = [];
    page.on('request', (request) => request.url().includes('accounts:signUp') && signUps.push(request.url()));
    await page.goto(`${target().url}/register`, { waitUntil: 'commit' });
    await steps.submitRegistration(page, newPerson());
    await page.getByRole('button', { name: 'Register' }).click();
    await expect.poll(() => script.asked.length).toBeGreaterThan(0);
    script.release();
    await page.waitForURL(`${target().url}/login`);
    expect(signUps).toHaveLength(1);
  });

  it('without script goes nowhere', async () => {
    const page = await browser.open({ viewport: DESKTOP, javaScriptEnabled: false });
    const sent = watchNativeSubmissions(page);
    await page.goto(`${target().url}/login`);
    await steps.submitLogin(page, newPerson());
    await page.getByRole('link', { name: 'Register Now' }).click();
    await page.waitForURL(`${target().url}/register`);
    expect(sent).toEqual([]);
  });
});

it('a press before React has arrived is carried out once it is there', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  const script = await holdScript(page, 'client');
  await page.goto(`${target().url}/subscribe`);
  await steps.planCard(page, 'Basic').getByRole('button', { name: 'Book' }).click();
  await expect.poll(() => script.asked.length).toBeGreaterThan(0);
  script.release();
  await steps.seesToast(page, 'Please login first');
});

it('a page that is never idle, as one that is not drawn, starts all the same', async () => {
  const page = await browser.open();
  await page.addInitScript(
    'window.requestIdleCallback = (run, { timeout } = {}) => { if (timeout) setTimeout(run, timeout); };',
  );
  await page.goto(`${target().url}/login`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
});

it('nothing in React and Firebase has Chromium read them twice when they are loaded, DevTools attached', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  const chromium = page.context().browser();
  await chromium?.startTracing(page, { categories: ['v8', 'disabled-by-default-v8.compile'] });
  await page.goto(`${target().url}/login`);
  await takenOver(page);
  await page.waitForLoadState('networkidle');
  const trace = String(await chromium?.stopTracing());
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const named = (name: string) => traceEvents.filter((event) => event.name === name && event.dur);
  const evaluations = named('v8.evaluateModule');
  expect(evaluations.length).toBeGreaterThan(2);
  // Where a script arrives late, the page starts within its evaluation; what is called then is no longer loading.
  const calls = named('v8.callFunction');
  const readAgain = named('V8.CollectSourcePositions').filter(
    (reading) =>
      evaluations.some((evaluation) => isWithin(reading, evaluation)) &&
      !calls.some((call) => isWithin(reading, call)),
  );
  expect(readAgain).toEqual([]);
});

describe('a page that the browser kept and shows again', () => {
  const showAgain = (page: Page) =>
    page.evaluate('void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
  const email = (page: Page) => page.getByLabel('Email');

  it('is loaded anew, with what was typed, where it was left before React had arrived', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const script = await holdScript(page, 'client');
    await page.goto(`${target().url}/login`);
    await expect.poll(() => script.asked.length).toBeGreaterThan(0);
    await email(page).fill('ada@example.com');
    const loaded = page.waitForEvent('load');
    await showAgain(page);
    await loaded;
    script.release();
    await takenOver(page);
    expect(await email(page).inputValue()).toBe('ada@example.com');
  });

  it('stays as it is once React has it', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/login`);
    await takenOver(page);
    await page.evaluate('window.isSame = true');
    await showAgain(page);
    await email(page).fill('ada@example.com');
    expect(await page.evaluate('window.isSame')).toBe(true);
  });
});
