import { FIRST } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { FIELDS, LOGIN, REGISTER } from '../../web/src/content/account.ts';
import { BOOKING } from '../../web/src/content/booking.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { hydrated, ON_A_PHONE, pageBrowser } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';

const target = embeddedTarget();
const browser = pageBrowser();

/** Pauses the clock; time then advances only when the test advances it. */
const stopTime = async (page: Page) => page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 2000);
const toast = (page: Page, text: string) => steps.toasts(page).filter({ hasText: text });

/** Advances the clock in small steps until a toast appears. */
async function untilToast(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10);
        return toast(page, text).count();
      },
      { timeout: 15_000 },
    )
    .toBe(1);
}

describe('delays on a phone', () => {
  /** Opens a page whose clock a test can pause. */
  async function openWithClock(path: string): Promise<Page> {
    const page = await browser.open(ON_A_PHONE);
    await page.clock.install();
    await page.goto(`${target().url}${path}`);
    await hydrated(page);
    return page;
  }

  async function openWithToast(): Promise<Page> {
    const page = await openWithClock('/register');
    await stopTime(page);
    await page.getByRole('button', { name: REGISTER.submit }).click();
    await untilToast(page, MESSAGES.fillAllFields);
    return page;
  }

  it('a toast closes after 3000 ms', async () => {
    const page = await openWithToast();
    await page.clock.runFor(2900);
    expect(await toast(page, MESSAGES.fillAllFields).count()).toBe(1);
    await page.clock.runFor(100);
    await toast(page, MESSAGES.fillAllFields).waitFor({ state: 'detached' });
  });

  it('a toast stays open while the pointer is over it', async () => {
    const page = await openWithToast();
    await toast(page, MESSAGES.fillAllFields).hover();
    await page.clock.runFor(3500);
    expect(await toast(page, MESSAGES.fillAllFields).count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(3000);
    await toast(page, MESSAGES.fillAllFields).waitFor({ state: 'detached' });
  });

  it("'Please login first' leads to the login page after 2000 ms", async () => {
    const page = await openWithClock('/subscribe');
    await page
      .getByRole('link', { name: PRICING.login, includeHidden: true })
      .first()
      .waitFor({ state: 'attached' });
    await stopTime(page);
    await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book }).click();
    await untilToast(page, MESSAGES.loginFirst);
    await page.clock.runFor(1500);
    expect(new URL(page.url()).pathname).toBe('/subscribe');
    await page.clock.runFor(500);
    await page.waitForURL(`${target().url}/login`);
  });

  it('login leads to pricing after 3000 ms', async () => {
    const person = await newMember(target());
    const page = await openWithClock('/login');
    await stopTime(page);
    await steps.submitLogin(page, person);
    await untilToast(page, LOGIN.succeeded);
    await page.clock.runFor(2500);
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.getByLabel(FIELDS.email).inputValue()).toBe(person.email);
    await page.clock.runFor(500);
    await page.waitForURL(`${target().url}/subscribe`);
    // The toast survives the navigation and closes on its own schedule.
    await page.clock.runFor(700);
    await toast(page, LOGIN.succeeded).waitFor({ state: 'detached' });
  });

  it('after 15 seconds without an answer from the widget, a link offers it in a new tab', async () => {
    const page = await browser.open(ON_A_PHONE);
    await page.clock.install();
    await page.route('**/emulated/scheduling/**', () => undefined);
    await page.goto(`${target().url}/booking-page`, { waitUntil: 'domcontentloaded' });
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.locator('iframe').waitFor();
    await page.getByText(BOOKING.loading).waitFor();
    await page.clock.runFor(15_000);
    const link = page.getByRole('link', { name: BOOKING.openInNewTab });
    await link.waitFor();
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('href')).toContain('/emulated/scheduling/outharbor/discovery-session');
  });
});
