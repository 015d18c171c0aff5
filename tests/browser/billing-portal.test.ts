import { PLANS } from '@outharbor/contract/plans';
import { NEXT } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserFixture } from '../../infra/emulators/tests/support/browser.ts';
import { createStripeClient } from '../../infra/emulators/tests/support/stripe/client.ts';
import { cancelsAtOnce } from '../../infra/emulators/tests/support/stripe/portal.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { expectSubscribed } from '../support/browser/loop-in-browser-suite.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newSubscriber } from '../support/members.ts';
import { CARDS } from '../support/people.ts';

const target = embeddedTarget();
const browser = browserFixture();

/** Signs a subscriber in and opens the pricing page in two tabs. */
async function subscriber(card?: string): Promise<{ page: Page; other: Page }> {
  const { url } = target();
  const person = await newSubscriber(target(), NEXT.price, card);
  const window = await browser.arrive(url);
  const page = await window.openTab();
  await steps.logIn(page, url, person);
  await expectSubscribed(page, NEXT.title);
  const other = await window.openTab();
  await other.goto(`${url}/subscribe`);
  await expectSubscribed(other, NEXT.title);
  return { page, other };
}

/** Asserts that all three plans can be booked and none is current. */
async function expectNoPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: PRICING.subscribed }).waitFor({ state: 'detached' });
  const books = page.getByRole('button', { name: PRICING.book });
  await expect
    .poll(async () => Promise.all((await books.all()).map((book) => book.isEnabled())))
    .toEqual(PLANS.map(() => true));
  expect(await page.getByRole('button', { name: PRICING.manage }).count()).toBe(0);
}

async function manage(page: Page): Promise<void> {
  await page.getByRole('button', { name: PRICING.manage }).click();
  await page.waitForURL('**/emulated/stripe/p/session/**');
}

describe('managing a subscription in the billing portal', () => {
  it('cancelling at period end keeps the plan until then', async () => {
    const { page, other } = await subscriber();
    await manage(page);
    await steps.cancelInPortal(page);
    await target().settle();
    await expectSubscribed(other, NEXT.title);
    await steps
      .planCard(other, NEXT.title)
      .getByText(new RegExp(`^${PRICING.endsOn} \\w+ \\d+, \\d{4}$`))
      .waitFor();
    await target().stack.stripe.advanceTime({ months: 1, seconds: 1 });
    await expectNoPlan(other);
  });

  it('cancelling immediately removes the plan from an open page', async () => {
    await cancelsAtOnce(createStripeClient(target().stack.stripe));
    const { page, other } = await subscriber();
    await manage(page);
    await page.getByRole('link', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: 'Cancel now' }).click();
    await page.getByRole('heading', { name: 'No current plan' }).waitFor();
    await expectNoPlan(other);
    await page.getByRole('link', { name: 'Back to the site' }).click();
    await page.waitForURL(`${target().url}/subscribe`);
    await page.getByRole('button', { name: PRICING.logout }).waitFor();
    await expectNoPlan(page);
  });

  it('a failed renewal is shown on the plan card', async () => {
    const { other } = await subscriber(CARDS.failsOnRenewal);
    await target().stack.stripe.advanceTime({ months: 1, seconds: 3700 });
    await target().settle();
    await steps.planCard(other, NEXT.title).getByText(PRICING.pastDue).waitFor();
    await expectSubscribed(other, NEXT.title);
  });
});
