import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../conformance/stripe/support/client.ts';
import { cancelsAtOnce } from '../conformance/stripe/support/portal.ts';
import { browserFixture } from '../support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newSubscriber } from '../support/members.ts';
import { CARDS } from '../support/people.ts';
import { expectSubscribed } from './loop-suite.ts';
import * as steps from './steps.ts';

const target = embeddedTarget();
const browser = browserFixture();

/** A subscriber who looks at the plans in two tabs. */
async function subscriber(card?: string): Promise<{ page: Page; other: Page }> {
  const { url } = target();
  const person = await newSubscriber(target(), 1000, card);
  const window = await browser.arrive(url);
  const page = await window.openTab();
  await steps.logIn(page, url, person);
  await expectSubscribed(page, 'Popular');
  const other = await window.openTab();
  await other.goto(`${url}/subscribe`);
  await expectSubscribed(other, 'Popular');
  return { page, other };
}

/** All three plans can be booked, and none is shown as the current one. */
async function expectNoPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Subscribed' }).waitFor({ state: 'detached' });
  const books = await page.getByRole('button', { name: 'Book', exact: true }).all();
  expect(await Promise.all(books.map((book) => book.isEnabled()))).toEqual([true, true, true]);
  expect(await page.getByRole('button', { name: 'Manage subscription' }).count()).toBe(0);
}

async function manage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage subscription' }).click();
  await page.waitForURL('**/emulated/stripe/p/session/**');
}

describe('a subscriber who manages the subscription', () => {
  it('and cancels it at the end of the period keeps the plan until then', async () => {
    const { page, other } = await subscriber();
    await manage(page);
    await page.getByRole('link', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: 'Cancel at period end' }).click();
    await page.getByText('Your plan ends on').waitFor();
    await target().settle();
    await expectSubscribed(other, 'Popular');
    await steps
      .planCard(other, 'Popular')
      .getByText(/^Ends on \w+ \d+, \d{4}$/)
      .waitFor();
    await target().stack.stripe.advanceTime({ months: 1, seconds: 1 });
    await expectNoPlan(other);
  });

  it('and cancels it now loses the plan on a page that stays open', async () => {
    await cancelsAtOnce(clientOf(target().stack.stripe));
    const { page, other } = await subscriber();
    await manage(page);
    await page.getByRole('link', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: 'Cancel now' }).click();
    await page.getByRole('heading', { name: 'No current plan' }).waitFor();
    await expectNoPlan(other);
    await page.getByRole('link', { name: 'Back to the site' }).click();
    await page.waitForURL(`${target().url}/subscribe`);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await expectNoPlan(page);
  });

  it('and whose renewal failed is told beside the plan', async () => {
    const { other } = await subscriber(CARDS.failsOnRenewal);
    await target().stack.stripe.advanceTime({ months: 1, seconds: 3700 });
    await target().settle();
    await steps.planCard(other, 'Popular').getByText('The last payment failed.').waitFor();
    await expectSubscribed(other, 'Popular');
  });
});
