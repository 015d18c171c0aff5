import { PLANS } from '@outharbor/contract/plans';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserFixture, type Viewport } from '../../../infra/emulators/tests/support/browser.ts';
import { LOGIN, REGISTER } from '../../../web/src/content/account.ts';
import { CANCEL, ERROR_PAGE } from '../../../web/src/content/errors.ts';
import { HERO } from '../../../web/src/content/home.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { SUCCESS } from '../../../web/src/content/success.ts';
import type { LoopTarget } from '../loop-suite.ts';
import { newMember } from '../members.ts';
import { CARDS, newPerson } from '../people.ts';
import { DEVICES, readStyle } from './site-fixture.ts';
import * as steps from './steps.ts';

/** A running stack of any form. */
export interface BrowserLoopTarget {
  readonly url: string;
  /** Restarts the whole stack at the same address with its data. */
  restart(): Promise<void>;
}

/** Tests a new user's journey in a browser, for every form of the stack. */
export function describeBrowserLoop(
  target: () => BrowserLoopTarget,
  devices: readonly (typeof DEVICES)[number][] = DEVICES,
): void {
  const browser = browserFixture();

  /** Ends logged out; the answer logs in again. */
  async function journey(viewport: Viewport): Promise<() => Promise<void>> {
    const { url } = target();
    const person = newPerson();
    const visitor = await browser.arrive(url, viewport);
    const page = await visitor.openTab();

    await page.goto(url);
    await page.getByRole('main').getByRole('link', { name: HERO.action.label }).first().click();
    await page.waitForURL(`${url}/booking-page`);
    await steps.bookCall(page, person);

    await steps.register(page, url, person);
    await steps.seesToast(page, REGISTER.succeeded);
    await steps.submitLogin(page, person);
    await steps.seesToast(page, LOGIN.succeeded);
    await page.waitForURL(`${url}/subscribe`);

    await steps.book(page, NEXT.title);
    await steps.payWith(page, CARDS.pays);
    await page.waitForURL(`${url}/success**`);
    await page.getByRole('heading', { name: SUCCESS.title }).waitFor();
    await steps.proceed(page, url);
    await expectSubscribed(page, NEXT.title);
    await steps.openAccountControls(page);
    await page.getByText(person.name).filter({ visible: true }).waitFor();
    await page.keyboard.press('Escape');

    await steps.logOut(page);
    await page.close();
    return async () => {
      const later = await visitor.openTab();
      await steps.logIn(later, url, person);
      await expectSubscribed(later, NEXT.title);
    };
  }

  const names = devices.map(({ device }) => device).join(' and ');
  it(`leads from the home page to a plan that survives a restart, on ${names}`, async () => {
    const returns: (() => Promise<void>)[] = [];
    // One after the other, since both take the first free time.
    for (const { options } of devices) returns.push(await journey(options.viewport));
    await target().restart();
    await Promise.all(returns.map((comeBack) => comeBack()));
  });
}

/** Tests the outcomes of a payment on the hosted page and how the site handles them. */
export function describePayments(target: () => Pick<LoopTarget, 'url' | 'settle'>): void {
  const browser = browserFixture();

  describe('a payment', () => {
    async function atCheckout(): Promise<Page> {
      const { url } = target();
      const page = await (await browser.arrive(url)).openTab();
      await steps.openSignedIn(page, url, await newMember(target()));
      await steps.book(page, FIRST.title);
      return page;
    }

    it('can be retried with another card after a decline', async () => {
      const page = await atCheckout();
      await steps.payWith(page, CARDS.declined);
      await page
        .getByText(/declined/i)
        .first()
        .waitFor();
      await steps.payWith(page, CARDS.insufficientFunds);
      await page
        .getByText(/insufficient funds/i)
        .first()
        .waitFor();
      await steps.payWith(page, CARDS.pays);
      await steps.proceed(page, target().url);
      await expectSubscribed(page, FIRST.title);
    });

    it('can pass bank authentication after failing it', async () => {
      const page = await atCheckout();
      for (const answer of ['Fail', 'Complete']) {
        await steps.payWith(page, CARDS.asksForAuthentication);
        await page.getByRole('button', { name: answer, exact: true }).click();
      }
      await steps.proceed(page, target().url);
      await expectSubscribed(page, FIRST.title);
    });

    it('leads to the cancel page when it is cancelled, and from there home', async () => {
      const page = await atCheckout();
      await page.getByRole('link', { name: 'Back' }).click();
      await page.waitForURL(`${target().url}/cancel**`);
      await page.getByRole('heading', { name: CANCEL.title }).waitFor();
      await page.getByRole('link', { name: ERROR_PAGE.home }).click();
      await page.waitForURL(`${target().url}/`);
    });

    it('counts even if the tab is closed immediately afterwards', async () => {
      const { url, settle } = target();
      const page = await atCheckout();
      await steps.payWith(page, CARDS.pays);
      await page.waitForURL(`${url}/success**`, { waitUntil: 'commit' });
      const another = await page.context().newPage();
      await page.close();
      await settle();
      await another.goto(`${url}/subscribe`);
      await expectSubscribed(another, FIRST.title);
    });
  });
}

/** Asserts that the plan has a green ring and a disabled PRICING.subscribed button, and no other can be booked. */
export async function expectSubscribed(page: Page, title: string): Promise<void> {
  const card = steps.planCard(page, title);
  const subscribed = card.getByRole('button', { name: PRICING.subscribed });
  await subscribed.waitFor();
  expect(await subscribed.isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: PRICING.subscribed }).count()).toBe(1);
  const others = page.getByRole('button', { name: PRICING.book });
  await expect.poll(() => others.count()).toBe(PLANS.length - 1);
  for (const other of await others.all()) expect(await other.isDisabled()).toBe(true);
  const ring = await readStyle(page.getByRole('listitem').filter({ has: subscribed }), 'box-shadow');
  const [red = 0, green = 0, blue = 0] = (/^rgba?\(([^)]*)\)/.exec(ring)?.[1] ?? '').split(',').map(Number);
  expect(green, `green of ${ring}`).toBeGreaterThan(Math.max(red, blue));
}
