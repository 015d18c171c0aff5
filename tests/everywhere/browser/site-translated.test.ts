import { formatMoney } from '@outharbor/contract/money';
import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY, PLANS } from '@outharbor/contract/plans';
import { fullPrice, NEXT } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../../../infra/emulators/tests/support/browser.ts';
import { FIELD_HINTS, LOGIN, REGISTER } from '../../../web/src/content/account.ts';
import { PLAN, RECEIPTS } from '../../../web/src/content/account-page.ts';
import { ERROR_PAGE } from '../../../web/src/content/errors.ts';
import { MESSAGES } from '../../../web/src/content/messages.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { expectSubscribed } from '../../support/browser/loop-in-browser-suite.ts';
import { mailedTo } from '../../support/browser/mailed-to.ts';
import { hydrated, PATHS, pageBrowser } from '../../support/browser/site-fixture.ts';
import * as steps from '../../support/browser/steps.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { newMember, newSubscriber } from '../../support/members.ts';
import { CARDS, newPerson } from '../../support/people.ts';
import { translateWhenParsed, translateWhenReady } from './translator.ts';

const target = embeddedTarget();
const browser = pageBrowser();

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
    await steps.seesToast(page, REGISTER.succeeded);
    await page.waitForURL(`${url}/login`);
    await steps.submitLogin(page, person);
    await page.getByRole('button', { name: LOGIN.submit, exact: true }).locator('.spinner').waitFor();
    await steps.seesToast(page, LOGIN.succeeded);
    await page.waitForURL(`${url}/subscribe`);
    await page.getByRole('banner').getByText(person.name).filter({ visible: true }).waitFor();
    await steps.book(page, NEXT.title);
    await pay(/cs_test_\w+/.exec(page.url())?.[0] ?? 'none', CARDS.pays);
    await page.goto(`${url}/success`);
    await untilTranslated(page);
    await steps.proceed(page, url);
    await expectSubscribed(page, NEXT.title);
    await steps.logOut(page);
    await page.getByRole('link', { name: PRICING.login }).filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: PRICING.subscribed }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: PRICING.book }).count()).toBe(PLANS.length);
  });

  it('sees each hint, and the message that replaces it', async () => {
    const page = await openTranslated();
    await page.goto(`${target().url}/login`);
    await untilTranslated(page);
    const password = 'secret';
    for (const [email, hint] of [
      ['', FIELD_HINTS.empty.email],
      ['nobody', FIELD_HINTS.invalid.email],
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
    const notice = page.getByText(MESSAGES.offline);
    for (let time = 0; time < 2; time += 1) {
      await page.context().setOffline(true);
      await notice.waitFor();
      await page.context().setOffline(false);
      await notice.waitFor({ state: 'detached' });
    }
  });

  it('sees that the address has been confirmed', async () => {
    const person = await newMember(target());
    const page = await openTranslated();
    await steps.logInAtOnce(page, target().url, person);
    await openAccount(page);
    const other = await page.context().newPage();
    await translateWhenReady(other);
    await steps.confirmAddress(page, other, () => mailedTo(target(), person.email, 'VERIFY_EMAIL'));
  });

  it('sees the new price and the new state of an invoice when they change', async () => {
    const page = await openTranslated();
    await steps.logInAtOnce(page, target().url, await newSubscriber(target(), NEXT.price));
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
    await page.getByText(`${fullPrice(NEXT)}, ${RECEIPTS.status.open}`).waitFor();
    await page.getByText(`${formatMoney(12_300, PLAN_CURRENCY)}, `).waitFor();
    await page.getByRole('button', { name: PLAN.keep }).click();
    await steps.seesToast(page, PLAN.kept);
    await steps.expectPopularPaid(page);
    for (const former of [formatMoney(12_300, PLAN_CURRENCY), RECEIPTS.status.open])
      expect(await page.getByText(former).count(), former).toBe(0);
    await page.getByRole('button', { name: PLAN.manage }).click();
    await page.waitForURL('**/emulated/stripe/p/session/**');
  });

  describe('before it is hydrated', () => {
    async function open(path: string): Promise<Page> {
      const page = await browser.open({ viewport: DESKTOP }, /status of 404/);
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
      await page.getByRole('button', { name: LOGIN.submit, exact: true }).locator('.spinner').waitFor();
      await steps.seesToast(page, LOGIN.succeeded);
      await page.waitForURL(`${target().url}/subscribe`);
      await steps.untilSignedIn(page);
    });
  });
});
