import { FIRST, fullPrice, NEXT } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../../infra/emulators/tests/support/browser.ts';
import { createStripeClient } from '../../infra/emulators/tests/support/stripe/client.ts';
import { FIELD_HINTS, FIELDS, REGISTER } from '../../web/src/content/account.ts';
import { DATA, PROFILE, RECEIPTS } from '../../web/src/content/account-page.ts';
import { BRAND } from '../../web/src/content/brand.ts';
import { CANCEL } from '../../web/src/content/errors.ts';
import { PRIVACY, TEMPLATE_NOTICE, TERMS } from '../../web/src/content/legal.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { ACCOUNT_FOOTER_LINKS, LINKS } from '../../web/src/content/navigation.ts';
import { PAGE_ENTRIES } from '../../web/src/content/pages.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { NO_PAYMENT, SUCCESS } from '../../web/src/content/success.ts';
import { loginReturningTo } from '../../web/src/features/auth/login-return.ts';
import { expectSubscribed } from '../support/browser/loop-in-browser-suite.ts';
import * as site from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newBuyer, newMember, newSubscriber } from '../support/members.ts';
import { newPerson, type Person } from '../support/people.ts';

/* Usability details that are easy to get wrong. */
const target = embeddedTarget();
const browser = site.pageBrowser();

const PHONE_OPTIONS = { viewport: PHONE, hasTouch: true, isMobile: true };

describe.each(site.EACH_ONCE)('a visitor $how', (how) => {
  it('reaches Pricing, Login, Privacy and Terms from the footer', async () => {
    const page = await browser.visit(how, `${target().url}/AboutUs`);
    for (const [name, path] of [
      [LINKS.pricing.label, '/subscribe'],
      [LINKS.login.label, '/login'],
      [LINKS.privacy.label, '/privacy'],
      [LINKS.terms.label, '/terms'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`${target().url}${path}`);
      await page.goBack();
    }
  });
});

it.each(['/subscribe', '/register', '/account'])('%s ends with Privacy and Terms', async (path) => {
  const page = await browser.open({ viewport: DESKTOP });
  await page.goto(`${target().url}${path}`);
  const footer = page.getByRole('contentinfo');
  for (const { label, to } of ACCOUNT_FOOTER_LINKS)
    expect(await footer.getByRole('link', { name: label, exact: true }).getAttribute('href')).toBe(to);
});

it('an expired checkout leads back to pricing', async () => {
  const { url, stack } = target();
  const { checkout } = await newBuyer(target(), NEXT.price);
  const page = await browser.open();
  await page.goto(checkout.url);
  await page.getByLabel('Card number').waitFor();
  await createStripeClient(stack.stripe).checkout.sessions.expire(checkout.id);
  // Returning to the tab is enough; nothing has to be typed first.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: CANCEL.back }).click();
  await page.waitForURL(`${url}/subscribe`);
});

it('only a page with template text says so', async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  for (const [path, { template }] of [
    ['/privacy', PRIVACY],
    ['/terms', TERMS],
  ] as const) {
    await page.goto(`${target().url}${path}`);
    expect(await page.getByText(TEMPLATE_NOTICE).count(), path).toBe(template ? 1 : 0);
  }
});

describe('a subscriber who opens the pricing page', () => {
  async function subscriberAtPlans(viewport = DESKTOP): Promise<Page> {
    const page = await browser.open({ viewport });
    await steps.openSignedIn(page, target().url, await newSubscriber(target(), NEXT.price));
    await expectSubscribed(page, NEXT.title);
    return page;
  }
  /** Asserts that nothing on the page implies that the visitor is signed out. */
  async function expectNeutral(page: Page): Promise<void> {
    expect(await page.getByRole('link', { name: PRICING.login }).count()).toBe(0);
    const idle = await site.readStyle(
      page.getByRole('button', { name: PRICING.book }).first(),
      'background-color',
    );
    for (const book of await page.getByRole('button', { name: PRICING.book }).all()) {
      expect(await site.readStyle(book, 'background-color')).toBe(idle);
      expect(idle).not.toBe(await site.readStyle(page.locator('.logo-light').first(), 'fill'));
    }
  }

  it('sees neither Login nor a bookable plan before hydration', async () => {
    const page = await subscriberAtPlans();
    const script = await site.hold(page, '**/assets/client-*.js');
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => script.requests.length).toBe(1);
    await expectNeutral(page);
    script.release();
    await expectSubscribed(page, NEXT.title);
  });

  it('sees neither until the identity provider has answered', async () => {
    const page = await subscriberAtPlans();
    const configuration = await site.hold(page, '**/runtime-config.json');
    await page.reload();
    await site.hydrated(page);
    await expectNeutral(page);
    for (const book of await page.getByRole('button', { name: PRICING.book }).all())
      expect(await book.isEnabled()).toBe(false);
    configuration.release();
    await expectSubscribed(page, NEXT.title);
  });
});

describe('a click on Book before hydration', () => {
  it('is acknowledged immediately', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const script = await site.hold(page, '**/assets/client-*.js');
    await page.goto(`${target().url}/subscribe`);
    const book = steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book });
    await book.click();
    expect(await book.getAttribute('aria-busy')).toBe('true');
    const spinner = `getComputedStyle(document.querySelector('[aria-busy=true]'), '::before').animationName`;
    expect(await page.evaluate(spinner)).toBe('turn');
    script.release();
    await steps.seesToast(page, MESSAGES.loginFirst);
    expect(await page.locator('.plan-grid [aria-busy]').count()).toBe(0);
  });
});

describe('the success page without a payment', () => {
  const CONFIRMATION = '**/api/v1/payment-success';

  it('tells a user who has not started a checkout', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    const call = await site.hold(page, CONFIRMATION);
    await steps.openSignedIn(page, target().url, await newMember(target()), '/success');
    await page.getByRole('heading', { name: NO_PAYMENT.title }).waitFor();
    expect(await page.getByText(SUCCESS.title).count()).toBe(0);
    expect(await page.getByRole('button', { name: SUCCESS.action }).count()).toBe(0);
    expect(call.requests).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: NO_PAYMENT.action }).click();
    await page.waitForURL(`${target().url}/subscribe`);
  });

  it('tells a signed-out visitor', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/success`);
    await page.getByRole('heading', { name: NO_PAYMENT.title }).waitFor();
  });

  it('tells a user whose checkout was never paid', async () => {
    const { person, checkout } = await newBuyer(target(), NEXT.price);
    const page = await browser.open({ viewport: DESKTOP }, /status of 409|The payment is not confirmed yet/);
    await steps.openSignedIn(page, target().url, person, `/success?session_id=${checkout.id}`);
    await page.getByRole('button', { name: SUCCESS.action }).click();
    await page.getByRole('heading', { name: NO_PAYMENT.title }).waitFor();
    expect(await page.title()).toBe(`${NO_PAYMENT.title} · ${BRAND.name}`);
    await page.getByRole('link', { name: NO_PAYMENT.action }).click();
    await page.waitForURL(`${target().url}/subscribe`);
    expect(await page.title()).toBe(PAGE_ENTRIES.pricing.title);
  });
});

it('Proceed ends with a toast that the plan is active', async () => {
  const { person, checkout } = await newBuyer(target(), NEXT.price);
  const page = await browser.open({ viewport: DESKTOP });
  await target().pay(checkout.id, '4242424242424242');
  await steps.openSignedIn(page, target().url, person, `/success?session_id=${checkout.id}`);
  await page.getByRole('button', { name: SUCCESS.action }).click();
  await page.waitForURL(`${target().url}/subscribe`);
  await steps.seesToast(page, SUCCESS.confirmed);
  expect(await steps.toasts(page).count()).toBe(1);
  await page.goBack();
  await expect.poll(() => page.url()).not.toContain('/subscribe');
  expect(page.url()).not.toContain('/success');
});

/** Follows one toast to the login page, and from there back. */
async function expectLoginAgain(page: Page, person: Person, path: string): Promise<void> {
  await steps.seesToast(page, MESSAGES.loginAgain);
  expect(await steps.toasts(page).count()).toBe(1);
  await page.clock.fastForward(2000);
  await page.waitForURL(`${target().url}${loginReturningTo(path)}`);
  await steps.logInWithoutDelay(page, person);
  await page.waitForURL(`${target().url}${path}`);
}

describe('an expired session', () => {
  const json = { error: { code: 'unauthenticated', message: 'Please sign in again.', requestId: 'r' } };

  it.each([
    [`${PRICING.book} ${FIRST.title}`, '/subscribe', '**/api/v1/create-subscription-checkout-session'],
    [SUCCESS.action, '/success?session_id=cs_test_1', '**/api/v1/payment-success'],
    [DATA.export, '/account', '**/api/v1/export-account'],
  ])('ends %s with a toast, then leads to login and back', async (name, path, call) => {
    const { person } = await newBuyer(target(), NEXT.price);
    const page = await browser.open(
      { viewport: DESKTOP },
      /status of 401|cannot be opened|not confirmed yet|export failed/,
    );
    await page.clock.install();
    await page.route(call, (route) => route.fulfill({ status: 401, json }));
    await steps.openSignedIn(page, target().url, person, path);
    await page.getByRole('button', { name, exact: true }).first().click();
    await expectLoginAgain(page, person, path);
  });

  it('is reported when the account opens, and leads to login and back', async () => {
    const person = await newSubscriber(target(), FIRST.price);
    const page = await browser.open({ viewport: DESKTOP }, /status of 40[01]/);
    await page.clock.install();
    await page.route('**/api/v1/account', (route) => route.fulfill({ status: 401, json }), { times: 1 });
    await steps.openSignedIn(page, target().url, person, '/account');
    await expectLoginAgain(page, person, '/account');
    await page.getByText(`${fullPrice(FIRST)}, ${RECEIPTS.status.paid}`).waitFor();
  });
});

it('an account form reports an expired session, and the page leads to login and back', async () => {
  const person = await newMember(target());
  const page = await browser.open({ viewport: DESKTOP }, /status of 400/);
  await page.clock.install();
  await steps.openSignedIn(page, target().url, person, '/account');
  await steps.unfold(page, 'name');
  await page.route('**/accounts:update**', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'TOKEN_EXPIRED' } } }),
  );
  await page.getByRole('button', { name: PROFILE.saveName }).click();
  await expectLoginAgain(page, person, '/account');
});

describe('a signed-in user', () => {
  it.each(['/login', '/register'])('skips the form of %s', async (path) => {
    const page = await browser.open({ viewport: DESKTOP });
    const configuration = await site.hold(page, '**/runtime-config.json');
    await steps.openSignedIn(page, target().url, await newMember(target()), path);
    await site.hydrated(page);
    expect(await page.getByLabel(FIELDS.email).isVisible()).toBe(false);
    configuration.release();
    await page.waitForURL(`${target().url}/subscribe`);
  });

  it('still sees it right after registration', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await steps.register(page, target().url, newPerson());
    await page.reload();
    await page.getByLabel(FIELDS.email).waitFor();
    await page.waitForLoadState('networkidle');
    expect(page.url()).toBe(`${target().url}/login`);
  });
});

it('the current plan is recognisable in forced colours', async () => {
  const page = await browser.open({ viewport: DESKTOP, forcedColors: 'active' });
  await steps.openSignedIn(page, target().url, await newSubscriber(target(), FIRST.price));
  const subscribed = page.getByRole('button', { name: PRICING.subscribed });
  await subscribed.waitFor();
  const card = (has: boolean) =>
    page
      .locator('.plan-card')
      .filter(has ? { has: subscribed } : { hasNot: subscribed })
      .first();
  expect(await site.readStyle(card(true), 'outline-style')).toBe('solid');
  expect(Number.parseInt(await site.readStyle(card(true), 'outline-width'), 10)).toBe(3);
  expect(await site.readStyle(card(false), 'outline-style')).toBe('none');
});

describe('the menu on a small screen', () => {
  async function openMenu(path: string): Promise<Page> {
    const page = await browser.open(PHONE_OPTIONS);
    await page.goto(`${target().url}${path}`);
    await site.hydrated(page);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    return page;
  }
  const items = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link');

  it('closes when the current page is chosen, and when focus leaves it', async () => {
    const page = await openMenu('/caseStudies');
    await items(page).getByText(LINKS.caseStudies.label, { exact: true }).click();
    await items(page).first().waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${target().url}/caseStudies`);

    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    for (let step = await items(page).count(); step > 0; step -= 1) {
      await page.keyboard.press('Tab');
      expect(await items(page).first().isVisible()).toBe(true);
    }
    await page.keyboard.press('Tab');
    await items(page).first().waitFor({ state: 'hidden' });
  });
});

it('every empty field of a form is marked with its own hint', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  await page.goto(`${target().url}/register`);
  await page.getByRole('button', { name: REGISTER.submit, exact: true }).click();
  await steps.seesToast(page, MESSAGES.fillAllFields);
  expect(await page.locator('.field-hint').allInnerTexts()).toEqual([
    FIELD_HINTS.empty.userName,
    FIELD_HINTS.empty.email,
    FIELD_HINTS.empty.password,
  ]);
  await steps.fillIn(page, {
    [FIELDS.userName]: 'Ada',
    [FIELDS.email]: 'ada@example',
    [FIELDS.password]: 'secret',
  });
  await page.getByRole('button', { name: REGISTER.submit, exact: true }).click();
  await steps.seesToast(page, MESSAGES.validEmail);
  expect(await page.locator('.field-hint').allInnerTexts()).toEqual([FIELD_HINTS.invalid.email]);
});

describe('the calendar on a phone', () => {
  async function openCalendar(): Promise<Page> {
    const page = await browser.open(PHONE_OPTIONS);
    await page.goto(`${target().url}/booking-page`);
    await steps.widgetFrame(page).getByRole('grid').waitFor();
    return page;
  }

  it('fits into the viewport, with at least four times of the chosen day at once', async () => {
    const page = await openCalendar();
    const widget = steps.widgetFrame(page);
    const days = await widget.getByRole('grid').boundingBox();
    if (!days) throw new Error('there is no calendar');
    expect(days.y + days.height).toBeLessThanOrEqual(PHONE.height);
    // The current month might only have today left, with fewer times.
    const month = widget.locator('#month');
    const current = await month.textContent();
    await widget.getByRole('button', { name: 'Next month' }).click();
    await expect.poll(() => month.textContent()).not.toBe(current);
    await widget.getByRole('grid').locator('button[aria-disabled="false"]').first().click();
    const times = widget.getByRole('list', { name: /./ }).getByRole('button');
    await times.first().waitFor();
    const boxes = await Promise.all((await times.all()).map((time) => time.boundingBox()));
    const inView = boxes.filter((box) => box && box.y >= 0 && box.y + box.height <= PHONE.height);
    expect(inView.length).toBeGreaterThanOrEqual(4);
  });
});

it.each(site.THEMES)(
  'the calendar matches the page colours and names the duration in the %s theme',
  async (colorScheme) => {
    const page = await browser.open({ viewport: DESKTOP, colorScheme });
    await page.goto(`${target().url}/booking-page`);
    const widget = steps.widgetFrame(page);
    await widget.getByRole('grid').waitFor();
    const surface = await site.readStyle(page.locator('.scheduler'), 'background-color');
    expect(await site.readStyle(widget.locator('html'), 'background-color')).toBe(surface);
    await widget.getByText('30 min', { exact: true }).waitFor();
  },
);
