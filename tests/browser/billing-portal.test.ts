import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserFixture } from '../../infra/emulators/tests/support/browser.ts';
import { clientOf } from '../../infra/emulators/tests/support/stripe/client.ts';
import { cancelsAtOnce } from '../../infra/emulators/tests/support/stripe/portal.ts';
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

/** Asserts that all three plans can be booked and none is current. */
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

describe('managing a subscription in the billing portal', () => {
  it('cancelling at period end keeps the plan until then', async () => {
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

  it('cancelling immediately removes the plan from an open page', async () => {
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

  it('a failed renewal is shown on the plan card', async () => {
    const { other } = await subscriber(CARDS.failsOnRenewal);
    await target().stack.stripe.advanceTime({ months: 1, seconds: 3700 });
    await target().settle();
    await steps.planCard(other, 'Popular').getByText('The last payment failed.').waitFor();
    await expectSubscribed(other, 'Popular');
  });
});
