import { FIRST } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { DESKTOP } from '../../infra/emulators/tests/support/browser.ts';
import { FIELDS, LOGIN, REGISTER } from '../../web/src/content/account.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { hold, hydrated, pageBrowser } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newPerson } from '../support/people.ts';
import { type StallingServer, startStallingServer } from '../support/stalling-server.ts';

const target = embeddedTarget();
let server: StallingServer | undefined;
// This hook is registered before the browser's and therefore runs after it, when no page needs the server any more.
afterEach(async () => {
  await server?.close();
  server = undefined;
});
const browser = pageBrowser();

/** Collects native form submissions, which bypass the application. */
function watchNativeSubmissions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && (request.method() !== 'GET' || request.url().includes('?')))
      sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

/** Asserts exactly one toast; a form submitted twice would show two. */
async function expectRejectedOnce(page: Page): Promise<void> {
  await steps.seesToast(page, MESSAGES.fillAllFields);
  expect(await steps.toasts(page).count()).toBe(1);
}

const SCRIPTS = ['react', 'client', 'account', 'forms', 'Register'];

const holdScript = (page: Page, name: string) => hold(page, `**/assets/${name}-*.js`);

describe('a form submitted before hydration', () => {
  it('waits for the rest of a page that is still loading', async () => {
    server = await startStallingServer(target().url, 'id="end"></template>');
    const page = await browser.open({ viewport: DESKTOP });
    const sent = watchNativeSubmissions(page);
    await page.goto(`${server.url}/register`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: REGISTER.submit }).click();
    expect(await page.evaluate('document.readyState')).toBe('loading');
    server.release();
    await expectRejectedOnce(page);
    expect(sent).toEqual([]);
  });

  it.each(SCRIPTS)('waits for the script %s and submits once', async (name) => {
    const page = await browser.open({ viewport: DESKTOP });
    const sent = watchNativeSubmissions(page);
    const script = await holdScript(page, name);
    await page.goto(`${target().url}/register`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: REGISTER.submit }).click();
    await page.getByLabel(FIELDS.email).press('Enter');
    await expect.poll(() => script.requests.length).toBeGreaterThan(0);
    expect(await page.locator('html[data-ready]').count()).toBe(0);
    script.release();
    await expectRejectedOnce(page);
    expect(sent).toEqual([]);
  });

  it('keeps its input and signs up only once', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const script = await holdScript(page, 'react');
    const signUps: string[] = [];
    page.on('request', (request) => request.url().includes('accounts:signUp') && signUps.push(request.url()));
    await page.goto(`${target().url}/register`, { waitUntil: 'commit' });
    await steps.submitRegistration(page, newPerson());
    await page.getByRole('button', { name: REGISTER.submit }).click();
    await expect.poll(() => script.requests.length).toBeGreaterThan(0);
    script.release();
    await page.waitForURL(`${target().url}/login`);
    expect(signUps).toHaveLength(1);
  });

  it('does nothing without JavaScript', async () => {
    const page = await browser.open({ viewport: DESKTOP, javaScriptEnabled: false });
    const sent = watchNativeSubmissions(page);
    await page.goto(`${target().url}/login`);
    await steps.submitLogin(page, newPerson());
    await page.getByRole('link', { name: LOGIN.switchLink }).click();
    await page.waitForURL(`${target().url}/register`);
    expect(sent).toEqual([]);
  });
});

it('a click before hydration is replayed afterwards', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  const script = await holdScript(page, 'client');
  await page.goto(`${target().url}/subscribe`);
  await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book }).click();
  await expect.poll(() => script.requests.length).toBeGreaterThan(0);
  script.release();
  await steps.seesToast(page, MESSAGES.loginFirst);
});

it('a page that never becomes idle, such as a hidden one, still hydrates', async () => {
  const page = await browser.open();
  await page.addInitScript(
    'window.requestIdleCallback = (run, { timeout } = {}) => { if (timeout) setTimeout(run, timeout); };',
  );
  await page.goto(`${target().url}/login`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
});

describe('a page restored from the back/forward cache', () => {
  const showAgain = (page: Page) =>
    page.evaluate('void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
  const email = (page: Page) => page.getByLabel(FIELDS.email);

  it('reloads and keeps its input if it was left before hydration', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const script = await holdScript(page, 'client');
    await page.goto(`${target().url}/login`);
    await expect.poll(() => script.requests.length).toBeGreaterThan(0);
    await email(page).fill('ada@example.com');
    const loaded = page.waitForEvent('load');
    await showAgain(page);
    await loaded;
    script.release();
    await hydrated(page);
    expect(await email(page).inputValue()).toBe('ada@example.com');
  });

  it('stays unchanged if it was hydrated', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/login`);
    await hydrated(page);
    await page.evaluate('window.isSame = true');
    await showAgain(page);
    await email(page).fill('ada@example.com');
    expect(await page.evaluate('window.isSame')).toBe(true);
  });
});
