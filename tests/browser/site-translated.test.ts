import { API_PATHS } from '@outharbor/contract/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../../infra/emulators/tests/support/browser.ts';
import { ERROR_PAGE } from '../../web/src/content/errors.ts';
import { expectSubscribed } from '../support/browser/loop-in-browser-suite.ts';
import { mailedTo } from '../support/browser/mailed-to.ts';
import { hold, hydrated, PATHS, pageBrowser } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember, newSubscriber } from '../support/members.ts';
import { CARDS, newPerson } from '../support/people.ts';
import { translateWhenParsed, translateWhenReady } from './translator.ts';

const target = embeddedTarget();
const browser = pageBrowser();

/** React logs that it renders a page again that was translated before hydration. */
const RENDERED_AGAIN = /The prerendered page differs|status of 404/;

async function openTranslated(expected?: RegExp): Promise<Page> {
  const page = await browser.open({ viewport: DESKTOP }, expected);
  await translateWhenReady(page);
  return page;
}

const untilTranslated = (page: Page) => page.locator('html[data-translated]').waitFor();

async function openAccount(page: Page): Promise<void> {
  await page.goto(`${target().url}/account`);
  await untilTranslated(page);
}

describe('a visitor whose browser translates every page', () => {
  it('registers, logs in, books, confirms the payment and logs out', async () => {
    const { url, pay } = target();
    const person = newPerson();
    const page = await openTranslated();
    await page.goto(`${url}/register`);
    await untilTranslated(page);
    await steps.submitRegistration(page, person);
    await steps.seesToast(page, 'Registered successfully');
    await page.waitForURL(`${url}/login`);
    await steps.submitLogin(page, person);
    await page.getByRole('button', { name: 'Login', exact: true }).locator('.spinner').waitFor();
    await steps.seesToast(page, 'Logged in successfully');
    await page.waitForURL(`${url}/subscribe`);
    await page.getByRole('banner').getByText(person.name).filter({ visible: true }).waitFor();
    await steps.book(page, 'Popular');
    await pay(/cs_test_\w+/.exec(page.url())?.[0] ?? 'none', CARDS.pays);
    await page.goto(`${url}/success`);
    await untilTranslated(page);
    await steps.proceed(page, url);
    await expectSubscribed(page, 'Popular');
    await steps.logOut(page);
    await page.getByRole('link', { name: 'Login' }).filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Subscribed' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Book', exact: true }).count()).toBe(3);
  });

  it('sees each hint, and the message that replaces it', async () => {
    const page = await openTranslated();
    await page.goto(`${target().url}/login`);
    await untilTranslated(page);
    const password = 'secret';
    for (const [email, hint] of [
      ['', 'Please enter an e\u2011mail address.'],
      ['nobody', 'Use the form name@company.com.'],
    ] as const) {
      await steps.submitLogin(page, { email, password });
      await page.getByText(hint).waitFor();
      expect(await page.locator('.field-hint').allTextContents()).toEqual([hint]);
    }
  });

  it('is told about being offline and online again', async () => {
    const page = await openTranslated();
    await page.goto(`${target().url}/login`);
    await untilTranslated(page);
    const notice = page.getByText('You are offline. What you see may be out of date.');
    for (let time = 0; time < 2; time += 1) {
      await page.context().setOffline(true);
      await notice.waitFor();
      await page.context().setOffline(false);
      await notice.waitFor({ state: 'detached' });
    }
  });

  it('saves a name, which the header then shows', async () => {
    const page = await openTranslated();
    await steps.logInAtOnce(page, target().url, await newMember(target()));
    await openAccount(page);
    await page.getByLabel('Name', { exact: true }).fill('Ada Okafor');
    const call = await hold(page, '**/accounts:update**');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('button', { name: 'Save name' }).locator('.spinner').waitFor();
    call.release();
    await steps.seesToast(page, 'Your name has been saved.');
    await page.getByRole('banner').getByText('Ada Okafor').filter({ visible: true }).waitFor();
  });

  it('sees that the address has been confirmed', async () => {
    const person = await newMember(target());
    const page = await openTranslated();
    await steps.logInAtOnce(page, target().url, person);
    await openAccount(page);
    await page.getByText('(not confirmed yet)').waitFor();
    await page.getByRole('button', { name: 'Send the confirmation again' }).click();
    await steps.seesToast(page, 'The e-mail is on its way.');
    const other = await page.context().newPage();
    await translateWhenReady(other);
    await other.goto(await mailedTo(target(), person.email, 'VERIFY_EMAIL'));
    await other.getByText('Your e\u2011mail address is confirmed.').waitFor();
    await page.bringToFront();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByText('(confirmed)').waitFor();
  });

  it('sees the new price and the new state of an invoice when they change', async () => {
    const page = await openTranslated();
    await steps.logInAtOnce(page, target().url, await newSubscriber(target(), 1000));
    let calls = 0;
    await page.route(`**${API_PATHS.account}`, async (route) => {
      calls += 1;
      if (calls > 1) return route.continue();
      const response = await route.fetch();
      const { plan, receipts } = await response.json();
      const nextPayment = { ...plan.nextPayment, amount: 12_300 };
      const json = {
        plan: { ...plan, nextPayment, endsAt: nextPayment.at },
        receipts: [{ ...receipts[0], status: 'open' }],
      };
      await route.fulfill({ response, json });
    });
    await page.route(`**${API_PATHS.keepPlan}`, (route) => route.fulfill({ json: {} }));
    await openAccount(page);
    await page.getByText('$1,000.00, not paid yet').waitFor();
    await page.getByText(/^\$123\.00, /).waitFor();
    await page.getByRole('button', { name: 'Keep the plan' }).click();
    await steps.seesToast(page, 'Your plan continues.');
    await steps.expectPopularPaid(page);
    expect(await page.getByText(/\$123\.00|not paid yet/).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel, or change card and billing details' }).click();
    await page.waitForURL('**/emulated/stripe/p/session/**');
  });

  it('follows links from page to page', async () => {
    const page = await openTranslated();
    await page.goto(target().url);
    await hydrated(page);
    await untilTranslated(page);
    const header = page.getByRole('banner');
    for (const [link, shown] of [
      ['F.A.Q', 'summary'],
      ['Case Studies', 'article'],
      ['Book Free Call', '.scheduler[aria-busy="false"]'],
      ['Pricing', '.plan-card'],
    ] as const) {
      await header.getByRole('link', { name: link }).click();
      await page.locator(shown).first().waitFor();
    }
  });

  describe('before it is hydrated', () => {
    async function open(path: string): Promise<Page> {
      const page = await browser.open({ viewport: DESKTOP }, RENDERED_AGAIN);
      await translateWhenParsed(page);
      await page.goto(`${target().url}${path}`);
      await hydrated(page);
      return page;
    }

    it.each(PATHS)('sees %s', async (path) => {
      const page = await open(path);
      await page.getByRole('heading').first().waitFor();
      expect(await page.locator('main').count()).toBe(1);
      expect(await page.getByText(ERROR_PAGE.crashed).count()).toBe(0);
    });

    it('logs in', async () => {
      const page = await open('/login');
      await steps.submitLogin(page, await newMember(target()));
      await page.getByRole('button', { name: 'Login', exact: true }).locator('.spinner').waitFor();
      await steps.seesToast(page, 'Logged in successfully');
      await page.waitForURL(`${target().url}/subscribe`);
      await steps.untilSignedIn(page);
    });
  });
});
