import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { startHesitantServer } from '../support/hesitant-server.ts';
import { newMember } from '../support/members.ts';
import { newPerson } from '../support/people.ts';
import { hold, siteBrowser, takenOver, watchSockets } from './site-fixture.ts';
import * as steps from './steps.ts';

const target = embeddedTarget();
const browser = siteBrowser();

/** Paths that the page has asked for, in order; the browser asks for its icon when it likes. */
function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname !== '/icon.svg') asked.push(pathname);
  });
  return asked;
}

const scripts = (asked: readonly string[]) => asked.filter((path) => path.endsWith('.js'));
const untilAsked = (asked: readonly string[], part: string) =>
  expect.poll(() => asked.some((path) => path.includes(part)), { timeout: 10_000 }).toBe(true);

/** The code of the scripts at these paths, read from the server: a page that is left takes its answers with it. */
async function codeOf(paths: readonly string[]): Promise<string> {
  const texts = [...new Set(paths)].map(async (path) => (await fetch(`${target().url}${path}`)).text());
  return (await Promise.all(texts)).join('\n');
}

/** What tells the code of a part wherever the build has put it. */
const SIGNS = {
  'sign-in': 'identitytoolkit',
  database: '/.info',
  forms: 'current-password',
  toasts: 'Close notification',
  'scheduling widget': 'calendly-inline-widget',
};

it('forms bring sign-in, database and toasts, the booking page the widget', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  const asked = watchRequests(page);
  for (const path of ['/login', '/booking-page']) {
    await page.goto(`${target().url}${path}`);
    await page.waitForLoadState('networkidle');
  }
  const code = await codeOf(scripts(asked));
  for (const [part, sign] of Object.entries(SIGNS)) expect(code, part).toContain(sign);
});

/** How the parts of a page are set; the size of a text depends on its font, which may have come meanwhile. */
const settingOf = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main, main *')].map((part) => {
    const { display, margin, padding, fontSize, color } = getComputedStyle(part);
    const width = part.matches('main, section, article') && part.offsetWidth;
    return [part.tagName, width, display, margin, padding, fontSize, color].join(' ');
  })`);

/** What layout shifts add up to on `page`, from its next address on, as `moved`. */
const watchShifts = (page: Page) =>
  page.addInitScript(`
    window.moved = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { moved += value; }))
      .observe({ type: 'layout-shift', buffered: true });
  `);

it.each(['/login', '/register', '/success', '/no-such-page'])(
  '%s is painted as a whole where it comes in slowly',
  async (path) => {
    const server = await startHesitantServer(target().url, '</h1>');
    try {
      const page = await browser.open({ viewport: PHONE }, /404/);
      await watchShifts(page);
      await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
      await page.locator('h1').waitFor({ state: 'attached' });
      await page.waitForTimeout(300);
      server.release();
      await takenOver(page);
      // What the page fetches when it is idle would fail once the server is gone.
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('moved')).toBe(0);
    } finally {
      await server.close();
    }
  },
);

it.each(['/', '/caseStudies', '/subscribe'])(
  '%s moves nothing while what is out of view comes in',
  async (path) => {
    const page = await browser.open({ viewport: PHONE });
    await watchShifts(page);
    await page.goto(`${target().url}${path}`);
    await expect.poll(() => page.locator('.later').count()).toBe(0);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('moved')).toBe(0);
  },
);

describe('a marketing page', () => {
  it.each(['/', '/faq', '/AboutUs', '/caseStudies'])(
    '%s asks for no script before it has loaded, and for nothing but its own',
    async (path) => {
      const page = await browser.open({ viewport: PHONE });
      const asked = watchRequests(page);
      const atLoad = new Promise<string[]>((resolve) => page.once('load', () => resolve(scripts(asked))));
      await page.goto(`${target().url}${path}`);
      expect(await atLoad).toEqual([]);
      await takenOver(page);
      await page.keyboard.press('End');
      await page.waitForLoadState('networkidle');
      expect(asked).not.toContain('/runtime-config.json');
      const code = await codeOf(scripts(asked));
      for (const [part, sign] of Object.entries(SIGNS)) expect(code, part).not.toContain(sign);
      expect(new Set(asked).size).toBeLessThanOrEqual(8);
    },
  );

  it('looks the same whether it was loaded or reached from all the others', async () => {
    const LINKS = ['F.A.Q', 'Case Studies', 'Home', 'F.A.Q', 'Case Studies', 'Home'];
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/AboutUs`);
    await takenOver(page);
    const settings = new Map<string, unknown>();
    for (const name of LINKS) {
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      await page.locator('.wide-only [aria-current]', { hasText: name }).waitFor();
      settings.set(page.url(), await settingOf(page));
    }
    for (const [url, setting] of settings) {
      await page.goto(url);
      expect(await settingOf(page), url).toEqual(setting);
    }
  });

  it('stays until the next one has been fetched, title and all', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(target().url);
    await takenOver(page);
    const title = await page.title();
    const chunk = await hold(page, '**/assets/Faq-*.js');
    await page.getByRole('banner').getByRole('link', { name: 'F.A.Q' }).click();
    await page.waitForURL(`${target().url}/faq`);
    await expect.poll(() => chunk.asked.length).toBe(1);
    await page.getByRole('heading', { name: 'What you get on board' }).waitFor();
    expect(await page.title()).toBe(title);
    chunk.release();
    await page.getByRole('heading', { name: 'Frequently asked questions' }).waitFor();
    await expect.poll(() => page.title()).not.toBe(title);
    await page.locator('main:focus').waitFor();
  });

  it('fetches what is under the pointer, so that a press needs nothing more', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const asked = watchRequests(page);
    await page.goto(target().url);
    await takenOver(page);
    const link = page.getByRole('banner').getByRole('link', { name: 'F.A.Q' });
    expect(asked.filter((path) => path.includes('/Faq-'))).toEqual([]);
    await link.hover();
    await untilAsked(asked, '/Faq-');
    await page.waitForLoadState('networkidle');
    const before = asked.length;
    await page.context().setOffline(true);
    await link.click();
    await page.locator('details').first().waitFor();
    expect(asked.slice(before)).toEqual([]);
  });

  it('is found where it was left, at once', async () => {
    const page = await browser.open({ viewport: PHONE, hasTouch: true });
    await page.goto(target().url);
    await takenOver(page);
    await expect.poll(() => page.locator('.later').count()).toBe(0);
    const last = page.getByRole('link', { name: 'I want to grow' });
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate<number>('scrollY');
    await last.click();
    await page.getByRole('heading', { name: 'Discovery Session' }).waitFor();
    await page.evaluate(`{
      window.places = new Set();
      addEventListener('scroll', () => places.add(scrollY));
      history.back();
    }`);
    await expect.poll(() => page.evaluate('scrollY')).toBe(place);
    expect(await page.evaluate('[...places]')).toEqual([place]);
  });

  it('that was shown before is shown again without a request', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const asked = watchRequests(page);
    await page.goto(`${target().url}/AboutUs`);
    await takenOver(page);
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: 'Case Studies' }).click();
    await page.getByRole('article').waitFor();
    await header.getByRole('link', { name: 'F.A.Q' }).click();
    await page.locator('details').first().waitFor();
    await page.waitForLoadState('networkidle');
    const before = asked.length;
    await header.getByRole('link', { name: 'Case Studies' }).click();
    await page.getByRole('article').waitFor();
    expect(asked.slice(before)).toEqual([]);
  });
});

describe('signing in', () => {
  it('is loaded while the visitor types', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const asked = watchRequests(page);
    await page.goto(`${target().url}/login`);
    await page.getByLabel('Email').pressSequentially('ada');
    for (const part of ['firebase-auth', 'firebase-database']) await untilAsked(asked, part);
  });

  it('takes two requests, one after the other, and one socket from the press to the plans', async () => {
    const person = await newMember(target());
    const page = await browser.open({ viewport: DESKTOP });
    const asked = watchRequests(page);
    const sockets = watchSockets(page);
    await page.goto(`${target().url}/login`);
    for (const part of ['firebase-auth', 'firebase-database']) await untilAsked(asked, part);
    await page.waitForLoadState('networkidle');
    asked.length = 0;
    await steps.logIn(page, target().url, person);
    await page.getByText(person.name).first().waitFor();
    expect(asked.map((path) => path.replace(/^.*\//, ''))).toEqual([
      'accounts:signInWithPassword',
      'accounts:lookup',
    ]);
    expect(sockets).toHaveLength(1);
  });

  it('asks for all that the plans need at once, without waiting for one to ask for the next', async () => {
    const person = newPerson();
    const page = await browser.open({ viewport: DESKTOP });
    await steps.register(page, target().url, person);
    await steps.logIn(page, target().url, person);
    const asked = watchRequests(page);
    const scripts = await hold(page, /firebase-(auth|database)-.*\.js/);
    await page.reload();
    for (const part of ['firebase-auth', 'firebase-database']) await untilAsked(asked, part);
    scripts.release();
    await page.getByText(person.name).first().waitFor({ state: 'attached' });
  });
});
