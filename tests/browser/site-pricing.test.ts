import { PLANS, planPriceText } from '@outharbor/contract/plans';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { PLAN_CARDS } from '../../web/src/content/plans.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { ICON_PATHS } from '../../web/src/icons/icon-paths.ts';
import { expectSubscribed } from '../support/browser/loop-in-browser-suite.ts';
import { EACH_ONCE, hold, ON_A_PHONE, pageBrowser, THEMES } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember, newSubscriber, subscribe } from '../support/members.ts';
import { newPerson, type Person } from '../support/people.ts';
import { registerVisitor, signInVisitor } from '../support/sdk-visitor.ts';

const target = embeddedTarget();
const browser = pageBrowser();

const CHECKOUT = '**/api/v1/create-subscription-checkout-session';

/** Features of a card with this icon, by label and shape. */
const featuresWith = (card: Locator, icon: 'Included' | 'Not included') => {
  const drawn = ICON_PATHS[icon === 'Included' ? 'check' : 'cross'];
  return card
    .getByRole('listitem')
    .filter({ has: card.page().locator(`svg[aria-label="${icon}"] path[d="${drawn}"]`) });
};

async function countColumns(page: Page): Promise<number> {
  const cards = await page.getByRole('article').all();
  const positions = await Promise.all(cards.map(async (card) => (await card.boundingBox())?.x));
  return new Set(positions).size;
}

describe.each(EACH_ONCE)('the pricing page $how', (how) => {
  const visit = () => browser.visit(how, `${target().url}/subscribe`);

  it("shows each plan's price, included features and missing features", async () => {
    const page = await visit();
    for (const plan of PLANS) {
      const { title, closings, features } = plan;
      const card = steps.planCard(page, title);
      expect(await card.locator('.plan-price').textContent()).toBe(
        `${planPriceText(plan)} ${PRICING.perMonth} ${closings} ${PRICING.closings}`,
      );
      if (how.phone) {
        const more = card.locator('[data-more]');
        await expect.poll(() => more.first().isVisible(), { message: title }).toBe(false);
        await card.getByText(PRICING.allFeatures).click();
      }
      // On a phone, off-screen cards are laid out after the first paint.
      await expect.poll(() => card.getByRole('listitem').count(), { message: title }).toBe(features.length);
      const texts = (included: boolean) =>
        features.filter(({ available }) => available === included).map(({ text }) => text);
      expect(await featuresWith(card, 'Included').allTextContents()).toEqual(texts(true));
      expect(await featuresWith(card, 'Not included').allTextContents()).toEqual(texts(false));
      expect(await card.getByRole('img', { name: PLAN_CARDS[plan.name].pictureAlt }).count(), title).toBe(1);
      expect(await card.getByRole('button').allTextContents(), title).toEqual([PRICING.book]);
      expect(await card.getByRole('button').isEnabled(), title).toBe(true);
    }
  });

  it('has the heading Pricing and a row of cards', async () => {
    const page = await visit();
    await expect
      .poll(() => page.getByRole('heading').allTextContents())
      .toEqual([PRICING.title, ...PLANS.map(({ title }) => title), PRICING.guarantee]);
    expect(await countColumns(page)).toBe(how.phone ? 1 : PLANS.length);
  });

  it('links signed-out visitors to login, through a menu on a small screen', async () => {
    const page = await visit();
    const login = page.getByRole('banner').getByRole('link', { name: PRICING.login, exact: true });
    const menu = page.getByRole('button', { name: PRICING.menu });
    expect([await login.count(), await menu.count()]).toEqual(how.phone ? [0, 1] : [1, 0]);
    if (how.phone) {
      await menu.click();
      await login.waitFor();
      await page.mouse.click(40, 700);
      await login.waitFor({ state: 'hidden' });
      await menu.click();
    }
    expect(await page.getByRole('button', { name: PRICING.logout }).count()).toBe(0);
    await login.click();
    await page.waitForURL(`${target().url}/login`);
  });
});

describe('on a phone', () => {
  async function signedIn(person: Person, expected?: RegExp): Promise<Page> {
    const page = await browser.open(ON_A_PHONE, expected);
    await steps.openSignedIn(page, target().url, person);
    await page.getByText(person.name).first().waitFor({ state: 'attached' });
    return page;
  }

  it('signed-in visitors see their name and Logout but no Login link', async () => {
    const person = await newMember(target());
    const page = await signedIn(person);
    await steps.openAccountControls(page);
    const banner = page.getByRole('banner');
    await banner.getByText(person.name).filter({ visible: true }).waitFor();
    expect(await banner.getByRole('button', { name: PRICING.logout, exact: true }).count()).toBe(1);
    expect(await banner.getByRole('link', { name: PRICING.login }).count()).toBe(0);
  });

  it("Book sends the plan's price, waits without a timeout and opens the session URL", async () => {
    const person = await newMember(target());
    const page = await signedIn(person);
    const { uid } = (await signInVisitor(target().url, person)).user;
    await page.clock.install();
    const released = Promise.withResolvers<void>();
    const requests: Request[] = [];
    let session = { url: '' };
    await page.route(CHECKOUT, async (route) => {
      requests.push(route.request());
      await released.promise;
      const response = await route.fetch();
      ({ session } = (await response.json()) as { session: { url: string } });
      await route.fulfill({ response });
    });
    const card = steps.planCard(page, LAST.title);
    await card.getByRole('button', { name: PRICING.book }).click();
    await card.locator('.spinner').waitFor();
    expect(await page.locator('.spinner').count()).toBe(1);
    await expect.poll(() => requests.length).toBe(1);
    await page.clock.runFor('10:00');
    await card.locator('.spinner').waitFor();
    const [request] = requests;
    expect(request?.method()).toBe('POST');
    expect(request?.postDataJSON()).toEqual({ plan: LAST.price, customerId: uid });
    released.resolve();
    await page.waitForURL('**/emulated/stripe/c/pay/**');
    expect(page.url()).toBe(session.url);
    expect(requests).toHaveLength(1);
  });

  it('a failed booking stops the spinner, shows a toast, is logged and leaves every plan bookable', async () => {
    const page = await signedIn(
      await newMember(target()),
      /status of 503|The checkout page cannot be opened/,
    );
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route(CHECKOUT, (route) => route.fulfill({ status: 503, body: 'upstream unavailable' }));
    await steps.planCard(page, NEXT.title).getByRole('button', { name: PRICING.book }).click();
    await steps.seesToast(page, MESSAGES.somethingWentWrong);
    await page.locator('.spinner').waitFor({ state: 'detached' });
    const books = await page.getByRole('button', { name: PRICING.book }).all();
    expect(await Promise.all(books.map((book) => book.isEnabled()))).toEqual(PLANS.map(() => true));
    expect(logged.join()).toContain('The checkout page cannot be opened');
    expect(page.url()).toBe(`${target().url}/subscribe`);
  });

  it('does not open a session URL on an unknown host', async () => {
    const page = await signedIn(await newMember(target()), /The checkout page cannot be opened/);
    const session = { id: 'cs_test_1', url: 'https://checkout.stripe.com.evil.example/' };
    await page.route(CHECKOUT, (route) => route.fulfill({ json: { session } }));
    await steps.planCard(page, NEXT.title).getByRole('button', { name: PRICING.book }).click();
    await steps.seesToast(page, MESSAGES.somethingWentWrong);
    expect(page.url()).toBe(`${target().url}/subscribe`);
  });

  it('any status from 200 to 299 counts as success', async () => {
    const page = await signedIn(await newMember(target()));
    const url = `${target().url}/faq?session`;
    await page.route(CHECKOUT, (route) =>
      route.fulfill({ status: 299, json: { session: { id: 'cs_test_1', url } } }),
    );
    await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book }).click();
    await page.waitForURL(url);
  });

  it('a plan appears on an open page once it is paid for, and disappears after logout', async () => {
    const person = newPerson();
    const visitor = await registerVisitor(target().url, person);
    const page = await signedIn(person);
    await expect.poll(() => page.getByRole('button', { name: PRICING.book }).count()).toBe(PLANS.length);
    await subscribe(visitor, target(), FIRST.price);
    await expectSubscribed(page, FIRST.title);
    await visitor.leave();
    await steps.logOut(page);
    await page.getByRole('button', { name: PRICING.subscribed }).waitFor({ state: 'detached' });
    const books = await page.getByRole('button', { name: PRICING.book }).all();
    expect(await Promise.all(books.map((book) => book.isEnabled()))).toEqual(PLANS.map(() => true));
    expect(await page.getByText(person.name).count()).toBe(0);
    expect(await page.locator('[data-state="current"]').count()).toBe(0);
    await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book }).click();
    await steps.seesToast(page, MESSAGES.loginFirst);
    expect(
      await page.getByRole('link', { name: PRICING.login, includeHidden: true }).count(),
    ).toBeGreaterThan(0);
  });

  it('the current plan has a green ring in both themes', async () => {
    const page = await signedIn(await newSubscriber(target(), LAST.price));
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await expectSubscribed(page, LAST.title);
    }
  });
});

it('the page retries a failed fetch, and a click waits for it', async () => {
  const page = await browser.open({}, /ERR_FAILED|The session is not known yet|Failed to fetch/);
  let failures = 0;
  await page.route('**/runtime-config.json', (route) => {
    failures += 1;
    return failures < 2 ? route.abort() : route.continue();
  });
  await page.clock.install();
  await page.goto(`${target().url}/subscribe`);
  await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book }).click();
  await steps.seesToast(page, MESSAGES.loginFirst);
  await page.clock.fastForward(2000);
  await page.waitForURL(`${target().url}/login`);
  expect(failures).toBe(2);
});

it('the plan appears once a chunk that failed to load can be fetched', async () => {
  const page = await browser.open({}, /ERR_FAILED|Failed to fetch|cannot be read/);
  await steps.openSignedIn(page, target().url, await newSubscriber(target(), NEXT.price));
  await expectSubscribed(page, NEXT.title);
  let rejected = 0;
  let isReachable = false;
  const answer = (route: Route) => {
    if (isReachable) return route.continue();
    rejected += 1;
    return route.abort();
  };
  await page.route('**/assets/firebase-database-*.js', answer);
  await page.route('**/subscribe', (route) =>
    route.request().method() === 'HEAD' ? answer(route) : route.continue(),
  );
  await page.reload();
  await expect.poll(() => rejected).toBeGreaterThan(1);
  await steps.untilSignedIn(page);
  isReachable = true;
  await expectSubscribed(page, NEXT.title);
});

it('a subscriber who clicked Book too early can still manage the subscription', async () => {
  const page = await browser.open();
  await steps.openSignedIn(page, target().url, await newSubscriber(target(), NEXT.price));
  await expectSubscribed(page, NEXT.title);
  const configuration = await hold(page, '**/runtime-config.json');
  await page.reload();
  await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book }).press('Enter');
  await page.locator('.spinner').waitFor();
  configuration.release();
  await page.getByRole('button', { name: PRICING.manage }).click();
  await page.waitForURL('**/emulated/stripe/p/session/**');
});
