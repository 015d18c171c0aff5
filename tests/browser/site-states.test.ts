import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newPerson, type Person } from '../support/people.ts';
import { atRest, siteBrowser, styleOf, takenOver } from './site-fixture.ts';
import * as steps from './steps.ts';

const target = embeddedTarget();
const browser = siteBrowser();

const FAILURES = /status of (4|5)\d\d|cannot be opened|not confirmed yet|Content Security Policy|ERR_/;
const CHECKOUT = '**/api/v1/create-subscription-checkout-session';
const CONFIRMATION = '**/api/v1/payment-success';

async function signedIn(person: Person = newPerson(), options = {}): Promise<Page> {
  const page = await browser.open({ viewport: DESKTOP, ...options }, FAILURES);
  await steps.register(page, target().url, person);
  await steps.logIn(page, target().url, person);
  await page.getByText(person.name).first().waitFor({ state: 'attached' });
  return page;
}

const sideways = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('busy', () => {
  it('a form keeps its name, shows a spinner, says so, and is sent once', async () => {
    const page = await browser.open({ viewport: DESKTOP }, FAILURES);
    const held: Route[] = [];
    await page.route('**/accounts:signInWithPassword**', (route) => void held.push(route));
    await page.goto(`${target().url}/login`);
    await steps.submitLogin(page, newPerson());
    const button = page.getByRole('button', { name: 'Login' });
    await button.locator('.spinner').waitFor();
    expect(await button.getAttribute('aria-busy')).toBe('true');
    await page.getByRole('status').filter({ hasText: 'Please wait' }).waitFor({ state: 'attached' });
    await button.press('Enter');
    await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1);
    await held[0]?.continue();
    await steps.isTold(page, 'Invalid login credentials. Please try again.');
    await button.locator('.spinner').waitFor({ state: 'detached' });
    expect(held).toHaveLength(1);
  });

  it('a press before React has arrived is carried out once it is there', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const held: Route[] = [];
    await page.route('**/assets/client-*.js', (route) => void held.push(route));
    await page.goto(`${target().url}/subscribe`);
    await steps.planCard(page, 'Basic').getByRole('button', { name: 'Book' }).click();
    await expect.poll(() => held.length, { timeout: 10_000 }).toBeGreaterThan(0);
    for (const route of held) await route.continue();
    await page.unroute('**/assets/client-*.js');
    await steps.isTold(page, 'Please login first');
  });
});

describe('a toast', () => {
  it('stands at the bottom right and closes by its button', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/login`);
    await page.getByRole('button', { name: 'Login' }).click();
    const toast = steps.toasts(page);
    await toast.waitFor();
    await atRest(toast);
    const box = await toast.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(DESKTOP.width - 60);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(DESKTOP.height - 60);
    expect(await styleOf(toast, 'background-color')).toBe('rgb(179, 38, 30)');
    await toast.locator('> .icon').waitFor();
    await toast.getByRole('button', { name: 'Close notification' }).click();
    await toast.waitFor({ state: 'detached' });
  });
});

describe('a failed call', () => {
  it('to create a checkout stops the spinner and is told', async () => {
    const page = await signedIn();
    await page.route(CHECKOUT, (route) => route.fulfill({ status: 503, body: 'upstream away' }));
    await steps.planCard(page, 'Popular').getByRole('button', { name: 'Book' }).click();
    await steps.isTold(page, 'Something went wrong');
    await page.locator('.plan-card[data-state="busy"]').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Book', exact: true }).count()).toBe(3);
  });

  it('that answers with an address elsewhere leads nowhere', async () => {
    const page = await signedIn();
    const json = { session: { id: 'cs_test_1', url: 'https://checkout.stripe.com.evil.example/' } };
    await page.route(CHECKOUT, (route) => route.fulfill({ json }));
    await steps.planCard(page, 'Popular').getByRole('button', { name: 'Book' }).click();
    await steps.isTold(page, 'Something went wrong');
    expect(page.url()).toBe(`${target().url}/subscribe`);
  });

  it('to confirm a payment is told, tried again, and leads on once it succeeds', async () => {
    const page = await signedIn();
    await steps.book(page, 'Basic');
    let calls = 0;
    await page.route(CONFIRMATION, (route) => {
      calls += 1;
      const json = { planType: 'basic', sessionId: 'cs_test_1' };
      return calls < 3 ? route.fulfill({ status: 503, body: 'away' }) : route.fulfill({ json });
    });
    await page.goto(`${target().url}/success`);
    const proceed = page.getByRole('button', { name: 'Proceed' });
    await proceed.click();
    await steps.isTold(page, 'Something went wrong');
    expect(await proceed.getAttribute('aria-busy')).toBe('true');
    await page.waitForURL(`${target().url}/subscribe`);
    expect(calls).toBe(3);
  });

  it('does not matter where the live record shows the plan', async () => {
    const page = await signedIn();
    await steps.book(page, 'Basic');
    const sessionId = /cs_test_\w+/.exec(page.url())?.[0] ?? '';
    await page.route(CONFIRMATION, (route) => route.fulfill({ status: 503, body: 'away' }));
    await page.goto(`${target().url}/success`);
    await page.getByRole('button', { name: 'Proceed' }).click();
    await steps.isTold(page, 'Something went wrong');
    await target().pay(sessionId, '4242424242424242');
    await page.waitForURL(`${target().url}/subscribe`);
    await page.getByRole('button', { name: 'Subscribed' }).waitFor();
    const closed = page.getByRole('button', { name: 'Book', exact: true });
    expect(await closed.count()).toBe(2);
    for (const button of await closed.all()) {
      expect(await button.isDisabled()).toBe(true);
      await expect.poll(() => styleOf(button, 'background-color')).toBe('rgb(222, 218, 209)');
    }
  });
});

describe('names', () => {
  it.each([
    ['long', 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley the Younger'],
    ['right-to-left', 'محمد بن عبد الله الخوارزمي'],
    ['like markup', '<b onclick="x">Ada & Co</b>'],
  ])('that are %s keep the pricing page in shape', async (_kind, name) => {
    const page = await signedIn({ ...newPerson(), name });
    expect(await page.locator('bdi').first().textContent()).toBe(name);
    for (const viewport of [DESKTOP, PHONE, { width: 320, height: 640 }]) {
      await page.setViewportSize(viewport);
      expect(await sideways(page)).toBe(0);
    }
    await page.getByRole('button', { name: 'Account menu' }).click();
    const panel = await page.locator('.menu-panel:popover-open').boundingBox();
    expect(panel?.width).toBeLessThanOrEqual(320);
  });
});

it('a long e-mail address stays within its field and signs in', async () => {
  const local = 'a'.repeat(40);
  const person = { ...newPerson(), email: `${local}.${newPerson().email}` };
  const page = await signedIn(person, { viewport: PHONE });
  await page.goto(`${target().url}/login`);
  await steps.fillIn(page, { Email: person.email });
  expect(await sideways(page)).toBe(0);
});

describe('a control', () => {
  const BUOY_DEEP = 'rgb(156, 45, 13)';

  it('under the pointer is darker', async () => {
    const page = await browser.open({ viewport: DESKTOP, reducedMotion: 'reduce' });
    await page.goto(target().url);
    const action = page.getByRole('main').getByRole('link', { name: 'Book Free Call' });
    expect(await styleOf(action, 'background-color')).not.toBe(BUOY_DEEP);
    await action.hover();
    expect(await styleOf(action, 'background-color')).toBe(BUOY_DEEP);
  });

  it.each(['/', '/faq', '/subscribe', '/register'])('of %s that has the focus is outlined', async (path) => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}${path}`);
    await takenOver(page);
    const controls = page.locator('a, button, summary, input').filter({ visible: true });
    for (let stop = await controls.count(); stop > 0; stop -= 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus-visible');
      expect(await styleOf(focused, 'outline-style'), await focused.innerHTML()).toBe('solid');
      expect(Number.parseFloat(await styleOf(focused, 'outline-width'))).toBeGreaterThanOrEqual(2);
    }
  });
});

describe('a visitor', () => {
  const PATHS = [
    '/',
    '/faq',
    '/caseStudies',
    '/booking-page',
    '/subscribe',
    '/register',
    '/success',
    '/cancel',
  ];

  it('who zooms until 320 pixels are left never scrolls sideways', async () => {
    const page = await browser.open({ viewport: { width: 320, height: 512 } });
    for (const path of PATHS) {
      await page.goto(`${target().url}${path}`);
      expect(await sideways(page), path).toBe(0);
    }
  });

  it('whose letters are twice as large can read and reach everything', async () => {
    const page = await browser.open({ viewport: { width: 640, height: 400 } });
    for (const path of PATHS) {
      await page.goto(`${target().url}${path}`);
      await page.locator('html').evaluate((root) => {
        (root as unknown as { style: { fontSize: string } }).style.fontSize = '200%';
      });
      expect(await sideways(page), path).toBe(0);
    }
  });

  it('who goes offline is told, and told no more when back', async () => {
    const page = await browser.open({ viewport: DESKTOP }, FAILURES);
    await page.goto(`${target().url}/subscribe`);
    await takenOver(page);
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
  });

  it('who wants less motion gets no transitions', async () => {
    const page = await browser.open({ reducedMotion: 'reduce' });
    await page.goto(target().url);
    for (const button of await page.locator('.button').all()) {
      expect(await styleOf(button, 'transition-duration')).toMatch(/^0s(, 0s)*$/);
    }
  });

  it('who prefers dark gets dark paper and light ink', async () => {
    const page = await browser.open({ colorScheme: 'dark' });
    await page.goto(target().url);
    const body = page.locator('body');
    expect(await styleOf(body, 'background-color')).toBe('rgb(11, 24, 38)');
    expect(await styleOf(body, 'color')).toBe('rgb(237, 241, 243)');
  });
});

it('the booking page ignores what another origin says', async () => {
  const page = await browser.open({ viewport: DESKTOP }, FAILURES);
  await page.route('**/runtime-config.json', async (route) => {
    const response = await route.fetch();
    const config = await response.json();
    await route.fulfill({ json: { ...config, scheduling: { url: 'http://localhost:1/widget' } } });
  });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto(`${target().url}/booking-page`);
  await page.locator('iframe').waitFor();
  await page.evaluate('window.postMessage({ event: "calendly.event_type_viewed", payload: {} }, "*")');
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 0))');
  await page.getByText('Loading the calendar').waitFor();
  expect(logged.filter((text) => text.startsWith('calendly.'))).toEqual([]);
});
