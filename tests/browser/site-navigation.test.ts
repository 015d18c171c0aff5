import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DESKTOP, PHONE } from '../../infra/emulators/tests/support/browser.ts';
import { FIELDS } from '../../web/src/content/account.ts';
import { BOOKING } from '../../web/src/content/booking.ts';
import { BENEFITS, CLOSING } from '../../web/src/content/home.ts';
import { LINKS } from '../../web/src/content/navigation.ts';
import { hold, hydrated, pageBrowser, watchShifts, watchSockets } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { newPerson } from '../support/people.ts';
import { startStallingServer } from '../support/stalling-server.ts';

const target = embeddedTarget();
const browser = pageBrowser();

/** Collects requested paths in order, except for the icon, whose timing is up to the browser. */
function watchRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname !== '/icon.svg') requested.push(pathname);
  });
  return requested;
}

const scripts = (requested: readonly string[]) => requested.filter((path) => path.endsWith('.js'));
const untilRequested = (requested: readonly string[], part: string) =>
  expect.poll(() => requested.some((path) => path.includes(part)), { timeout: 10_000 }).toBe(true);

/** By the page's own clock: the load event may reach a busy test after the requests that follow it. */
const scriptsBeforeLoad = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const [{ loadEventStart }] = performance.getEntriesByType('navigation');
    const early = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < loadEventStart);
    return early.map(({ name }) => name).filter((name) => name.endsWith('.js'));
  })()`);

/** Fetches the scripts from the server, since response bodies are lost once the page navigates. */
async function readCode(paths: readonly string[]): Promise<string> {
  const texts = [...new Set(paths)].map(async (path) => (await fetch(`${target().url}${path}`)).text());
  return (await Promise.all(texts)).join('\n');
}

/** Strings that identify each part, whatever chunk it is in. */
const SIGNS = {
  'sign-in': 'identitytoolkit',
  database: '/.info',
  forms: 'current-password',
  toasts: 'Close notification',
  'scheduling widget': 'calendly-inline-widget',
};

const partsIn = (code: string) =>
  Object.entries(SIGNS).flatMap(([part, sign]) => (code.includes(sign) ? [part] : []));

it('form pages load sign-in, database and toasts, and the booking page loads the widget', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  const requested = watchRequests(page);
  for (const path of ['/login', '/booking-page']) {
    await page.goto(`${target().url}${path}`);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
  }
  expect(partsIn(await readCode(scripts(requested)))).toEqual(Object.keys(SIGNS));
});

/** Reads layout styles; text sizes are left out, since they change once the font has loaded. */
const readSetting = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main, main *')].map((part) => {
    const { display, margin, padding, fontSize, color } = getComputedStyle(part);
    const width = part.matches('main, section, article') && part.offsetWidth;
    return [part.tagName, width, display, margin, padding, fontSize, color].join(' ');
  })`);

it.each(['/login', '/register', '/success', '/no-such-page'])(
  '%s does not shift while it loads slowly',
  async (path) => {
    const server = await startStallingServer(target().url, '</h1>');
    onTestFinished(() => server.close());
    const page = await browser.open({ viewport: PHONE }, /404/);
    await watchShifts(page);
    await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
    await page.locator('h1').waitFor({ state: 'attached' });
    await page.waitForTimeout(300);
    server.release();
    await hydrated(page);
    // Idle-time fetches would fail once the server has closed.
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('moved')).toBe(0);
  },
);

it.each(['/', '/caseStudies', '/subscribe'])(
  '%s does not shift while off-screen parts are added',
  async (path) => {
    const page = await browser.open({ viewport: PHONE });
    await watchShifts(page);
    await page.goto(`${target().url}${path}`);
    await expect.poll(() => page.locator('.later').count()).toBe(0);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('moved')).toBe(0);
  },
);

it.each(['/', '/caseStudies', '/subscribe'])('%s keeps its place on a phone through Back', async (path) => {
  const page = await browser.open({ viewport: PHONE });
  const place = () => page.evaluate<number>('scrollY');
  await page.goto(`${target().url}${path}`);
  await expect.poll(() => page.locator('.later').count()).toBe(0);
  await page.evaluate('scrollTo(0, 1e6)');
  const before = await place();
  await page.goto(`${target().url}/privacy`);
  await page.goBack();
  await expect.poll(place).toBe(before);
});

describe('a marketing page', () => {
  it.each(['/', '/faq', '/AboutUs', '/caseStudies'])(
    '%s requests no script before it has loaded, and only its own afterwards',
    async (path) => {
      const page = await browser.open({ viewport: PHONE });
      const requested = watchRequests(page);
      await page.goto(`${target().url}${path}`);
      await hydrated(page);
      expect(await scriptsBeforeLoad(page)).toEqual([]);
      await page.keyboard.press('End');
      await page.waitForLoadState('networkidle');
      expect(requested).not.toContain('/runtime-config.json');
      expect(partsIn(await readCode(scripts(requested)))).toEqual([]);
      expect(new Set(requested).size).toBeLessThanOrEqual(11);
    },
  );

  it('looks the same after a load and after client-side navigation', async () => {
    const pages = [LINKS.caseStudies.label, LINKS.home.label];
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/AboutUs`);
    await hydrated(page);
    const settings = new Map<string, unknown>();
    for (const name of [...pages, ...pages]) {
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      await page.locator('.wide-only [aria-current]', { hasText: name }).waitFor();
      settings.set(page.url(), await readSetting(page));
    }
    for (const [url, setting] of settings) {
      await page.goto(url);
      expect(await readSetting(page), url).toEqual(setting);
    }
  });

  it('stays visible with its title until the next one has been fetched', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(target().url);
    await hydrated(page);
    const title = await page.title();
    const chunk = await hold(page, '**/assets/CaseStudies-*.js');
    await page.getByRole('banner').getByRole('link', { name: LINKS.caseStudies.label }).click();
    await page.waitForURL(`${target().url}/caseStudies`);
    await expect.poll(() => chunk.requests.length).toBe(1);
    await page.getByRole('heading', { name: BENEFITS.title }).waitFor();
    expect(await page.title()).toBe(title);
    chunk.release();
    await page.getByRole('article').waitFor();
    await expect.poll(() => page.title()).not.toBe(title);
    await page.locator('main:focus').waitFor();
  });

  it('prefetches a link on hover, so that a click needs no further request', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const requested = watchRequests(page);
    await page.goto(target().url);
    await hydrated(page);
    const link = page.getByRole('banner').getByRole('link', { name: LINKS.caseStudies.label });
    expect(requested.filter((path) => path.includes('/CaseStudies-'))).toEqual([]);
    await link.hover();
    await untilRequested(requested, '/CaseStudies-');
    await page.waitForLoadState('networkidle');
    const before = requested.length;
    await page.context().setOffline(true);
    await link.click();
    await page.getByRole('article').waitFor();
    expect(requested.slice(before)).toEqual([]);
  });

  it('restores its scroll position immediately on Back', async () => {
    const page = await browser.open({ viewport: PHONE, hasTouch: true });
    await page.goto(target().url);
    await hydrated(page);
    await expect.poll(() => page.locator('.later').count()).toBe(0);
    const last = page.getByRole('link', { name: CLOSING.action.label });
    await last.scrollIntoViewIfNeeded();
    const position = await page.evaluate<number>('scrollY');
    await last.click();
    await page.getByRole('heading', { name: BOOKING.title }).waitFor();
    await page.evaluate(`{
      window.positions = new Set();
      addEventListener('scroll', () => positions.add(scrollY));
      history.back();
    }`);
    await expect.poll(() => page.evaluate('scrollY')).toBe(position);
    expect(await page.evaluate('[...positions]')).toEqual([position]);
  });

  it('is shown a second time without a request', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const requested = watchRequests(page);
    await page.goto(`${target().url}/AboutUs`);
    await hydrated(page);
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: LINKS.caseStudies.label }).click();
    await page.getByRole('article').waitFor();
    await header.getByRole('link', { name: LINKS.home.label, exact: true }).click();
    await page.getByRole('heading', { name: BENEFITS.title }).waitFor();
    await page.waitForLoadState('networkidle');
    const before = requested.length;
    await header.getByRole('link', { name: LINKS.caseStudies.label }).click();
    await page.getByRole('article').waitFor();
    expect(requested.slice(before)).toEqual([]);
  });
});

describe('signing in', () => {
  it('loads its code while the visitor types', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const requested = watchRequests(page);
    await page.goto(`${target().url}/login`);
    await page.getByLabel(FIELDS.email).pressSequentially('ada');
    for (const part of ['firebase-auth', 'firebase-database']) await untilRequested(requested, part);
  });

  it('takes two sequential requests and one socket from click to pricing page', async () => {
    const person = await newMember(target());
    const page = await browser.open({ viewport: DESKTOP });
    const requested = watchRequests(page);
    const sockets = watchSockets(page);
    await page.goto(`${target().url}/login`);
    for (const part of ['firebase-auth', 'firebase-database']) await untilRequested(requested, part);
    await page.waitForLoadState('networkidle');
    requested.length = 0;
    await steps.logIn(page, target().url, person);
    await page.getByText(person.name).first().waitFor();
    expect(requested.map((path) => path.replace(/^.*\//, ''))).toEqual([
      'accounts:signInWithPassword',
      'accounts:lookup',
    ]);
    expect(sockets).toHaveLength(1);
  });

  it('requests everything the pricing page needs in parallel', async () => {
    const person = newPerson();
    const page = await browser.open({ viewport: DESKTOP });
    await steps.register(page, target().url, person);
    await steps.logIn(page, target().url, person);
    const requested = watchRequests(page);
    const scripts = await hold(page, /firebase-(auth|database)-.*\.js/);
    await page.reload();
    for (const part of ['firebase-auth', 'firebase-database']) await untilRequested(requested, part);
    scripts.release();
    await page.getByText(person.name).first().waitFor({ state: 'attached' });
  });
});
